/** The server of Preempt: what an editor asks, answered with what `@preempt/transformer/editor` finds. */
import { EditorProject } from "@preempt/transformer/editor";
import {
  type ClientCapabilities,
  CodeActionKind,
  type Connection,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { answerRequests } from "./answers.ts";
import { followChanges } from "./changes.ts";
import { shownFileOf } from "./file-names.ts";
import { annotateKind, diagnosticsOf } from "./findings.ts";
import { Inspections } from "./inspections.ts";
import { ClientSettings } from "./settings.ts";

const capabilities: InitializeResult["capabilities"] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  hoverProvider: true,
  inlayHintProvider: true,
  codeLensProvider: {},
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, annotateKind] },
  // Each document has the options of its own project: folders may come and go.
  workspace: { workspaceFolders: { supported: true } },
};

/**
 * Answers an editor through a connection, until that ends. The command `preempt-language-server` does so with standard input and output.
 *
 * ```js
 * import { createConnection } from "vscode-languageserver/node";
 *
 * serve(createConnection(process.stdin, process.stdout));
 * ```
 *
 * @param connection One that does not listen yet
 */
export function serve(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  const project = new EditorProject();
  const settings = new ClientSettings(connection);
  let client: ClientCapabilities = {};
  const failed = (error: unknown) => connection.console.error(`${(error as Error)?.stack ?? String(error)}`);
  const inspections = new Inspections({
    document: (uri) => documents.get(uri),
    settingsOf: (uri) => settings.of(uri),
    optionsOf: ({ fileName, isOnDisk }, { functions, propagate, jobs }) => ({
      ...(isOnDisk && project.optionsFor(fileName)),
      ...(functions !== undefined && { functions }),
      ...(propagate !== undefined && { propagate }),
      ...(jobs !== undefined && { jobs }),
    }),
    show(inspected) {
      const { uri, version } = inspected.document;
      void connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(inspected) });
    },
    failed,
  });
  const others = {
    project,
    openText: (fileName: string) =>
      documents
        .all()
        .find((one) => shownFileOf(one)?.fileName === fileName)
        ?.getText(),
  };

  connection.onInitialize((params): InitializeResult => {
    client = params.capabilities;
    settings.start(params);
    return { serverInfo: { name: "preempt-language-server" }, capabilities };
  });
  followChanges(connection, {
    client: () => client,
    settingsChanged: (sent) => settings.changed(sent),
    projectChanged: () => project.forget(),
    inspectAll: () => inspections.changedAll(documents.keys()),
    failed,
  });

  // Also called when a document is opened.
  documents.onDidChangeContent(({ document }) => inspections.changed(document.uri));
  documents.onDidClose(({ document: { uri } }) => {
    inspections.closed(uri);
    settings.forget(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  answerRequests(connection, {
    inspections,
    others,
    abilities: () => ({
      comparesVersions: client.workspace?.workspaceEdit?.documentChanges === true,
      showsInlayHints: client.textDocument?.inlayHint !== undefined,
    }),
    failed,
  });

  documents.listen(connection);
  connection.listen();
}
