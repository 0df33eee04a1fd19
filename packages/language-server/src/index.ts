/** The server of Preempt: what an editor asks, answered with what `@preempt/transformer/editor` finds. */
import { EditorProject } from "@preempt/transformer/editor";
import {
  type CancellationToken,
  CodeActionKind,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { shownFileOf } from "./file-names.ts";
import { actionsAt, annotateKind, diagnosticsOf } from "./findings.ts";
import { type Inspected, Inspections } from "./inspections.ts";
import { hoverOf, inlayHintsIn, lensesIn } from "./marks.ts";
import { functionMeantAt } from "./meant-functions.ts";
import { ClientSettings } from "./settings.ts";

/** Files that hold options, or say where imports lead. */
const watched = "**/{package.json,tsconfig*.json,jsconfig*.json,*.config.*,preempt.*,esbuild.*,build.*}";

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
  let client: InitializeParams["capabilities"] = {};
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
    return {
      serverInfo: { name: "preempt-language-server" },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        inlayHintProvider: true,
        codeLensProvider: {},
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, annotateKind] },
        // Each document has the options of its own project: folders may come and go.
        workspace: { workspaceFolders: { supported: true } },
      },
    };
  });
  connection.onInitialized(() => {
    if (client.workspace?.didChangeConfiguration?.dynamicRegistration)
      void connection.client.register(DidChangeConfigurationNotification.type, { section: "preempt" }).catch(failed);
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration)
      void connection.client
        .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: watched }] })
        .catch(failed);
  });

  const lookAgain = () => {
    inspections.changedAll(documents.keys());
    // The editor requests marks by itself, and does not know that they changed.
    if (client.workspace?.inlayHint?.refreshSupport) void connection.languages.inlayHint.refresh().catch(failed);
    if (client.workspace?.codeLens?.refreshSupport)
      void connection.sendRequest("workspace/codeLens/refresh").catch(failed);
  };
  connection.onDidChangeConfiguration(({ settings: sent }) => {
    settings.changed(sent);
    lookAgain();
  });
  connection.onDidChangeWatchedFiles(() => {
    project.forget();
    lookAgain();
  });

  // Also called when a document is opened.
  documents.onDidChangeContent(({ document }) => inspections.changed(document.uri));
  documents.onDidClose(({ document: { uri } }) => {
    inspections.closed(uri);
    settings.forget(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  /** What goes wrong in an answer is a line in the editor's log, and an answer without content. */
  const answer =
    <P extends { textDocument: { uri: string } }, R>(make: (inspected: Inspected, params: P) => R, none: R) =>
    async (params: P, token: CancellationToken): Promise<R | ResponseError> => {
      const inspected = await inspections.of(params.textDocument.uri, token);
      if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
      if (inspected === undefined || inspected.isExcluded) return none;
      try {
        return make(inspected, params);
      } catch (error) {
        failed(error);
        return none;
      }
    };
  connection.onCodeAction(
    answer((inspected, params) => {
      return actionsAt(inspected, params, client.workspace?.workspaceEdit?.documentChanges === true);
    }, []),
  );
  connection.onHover(
    answer((inspected, { position }) => {
      const meant = functionMeantAt(inspected, inspected.document.offsetAt(position), others);
      return meant === undefined ? null : hoverOf(meant);
    }, null),
  );
  connection.languages.inlayHint.on(
    answer(
      (inspected, { range }) => (inspected.settings.inlayHints === false ? [] : inlayHintsIn(inspected, range)),
      [],
    ),
  );
  connection.onCodeLens(
    answer((inspected) => {
      const isShown = inspected.settings.codeLens ?? client.textDocument?.inlayHint === undefined;
      return isShown ? lensesIn(inspected) : [];
    }, []),
  );

  documents.listen(connection);
  connection.listen();
}
