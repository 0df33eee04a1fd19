/** Changes of settings and configurations: which ones the editor is to report, and what follows from them. */
import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
} from "vscode-languageserver";

/** Files that hold options, or say where imports lead. */
const globPattern = "**/{package.json,tsconfig*.json,jsconfig*.json,*.config.*,preempt.*,esbuild.*,build.*}";

export interface Changing {
  /** What the editor can do, once that is known. */
  client(): ClientCapabilities;
  settingsChanged(sent: unknown): void;
  projectChanged(): void;
  /** All open documents are to be inspected again. */
  inspectAll(): void;
  failed(error: unknown): void;
}

export function followChanges(connection: Connection, changing: Changing): void {
  const { client, failed } = changing;
  connection.onInitialized(() => {
    const { didChangeConfiguration, didChangeWatchedFiles } = client().workspace ?? {};
    if (didChangeConfiguration?.dynamicRegistration)
      void connection.client.register(DidChangeConfigurationNotification.type, { section: "preempt" }).catch(failed);
    if (didChangeWatchedFiles?.dynamicRegistration)
      void connection.client
        .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern }] })
        .catch(failed);
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    changing.settingsChanged(settings);
    inspectAll();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    // An installation changes thousands of manifests, and none of them has options for the project's files.
    if (changes.every(({ uri }) => uri.includes("/node_modules/"))) return;
    changing.projectChanged();
    inspectAll();
  });

  function inspectAll(): void {
    changing.inspectAll();
    // The editor requests marks by itself, and does not know that they changed.
    const { inlayHint, codeLens } = client().workspace ?? {};
    if (inlayHint?.refreshSupport) void connection.languages.inlayHint.refresh().catch(failed);
    if (codeLens?.refreshSupport) void connection.sendRequest("workspace/codeLens/refresh").catch(failed);
  }
}
