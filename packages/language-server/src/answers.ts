/** What the server answers to the editor's requests about a document. */
import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { actionsAt } from "./findings.ts";
import type { Inspected, Inspections } from "./inspections.ts";
import { hoverOf, inlayHintsIn, lensesIn } from "./marks.ts";
import { functionMeantAt, type OtherFiles } from "./meant-functions.ts";

/** What the editor can do with answers. */
export interface Abilities {
  /** It compares the version of an edit with that of its text. */
  readonly comparesVersions: boolean;
  readonly showsInlayHints: boolean;
}

export interface Answering {
  readonly inspections: Inspections;
  readonly others: OtherFiles;
  abilities(): Abilities;
  /** Something went wrong inside: the editor logs it. */
  failed(error: unknown): void;
}

export function answerRequests(connection: Connection, { inspections, others, abilities, failed }: Answering): void {
  connection.onCodeAction(
    answer((inspected, params) => actionsAt(inspected, params, abilities().comparesVersions), []),
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
      const isShown = inspected.settings.codeLens ?? !abilities().showsInlayHints;
      return isShown ? lensesIn(inspected) : [];
    }, []),
  );

  /** An answer that cannot be made is one without content. */
  function answer<P extends { textDocument: { uri: string } }, R>(
    make: (inspected: Inspected, params: P) => R,
    none: R,
  ) {
    return async (params: P, token: CancellationToken): Promise<R | ResponseError> => {
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
  }
}
