/** The plugin of TypeScript's server: what the service says by itself, and what the transform says in addition. */
import type ts from "typescript";
import { editsForRefactor, refactorsAt } from "./annotate.ts";
import { codeFixesAt, diagnosticsOf, supportedCodes } from "./diagnostics.ts";
import { Files } from "./files.ts";
import { inlayHintsIn, withMark } from "./marks.ts";

/** The plugin's entry in tsconfig.json, beside its name and the options that decide what becomes preemptable. */
interface PluginOptions {
  /** Whether functions have a mark where the editor shows inlay hints. Default true. */
  readonly inlayHints?: boolean;
}

/** Called by TypeScript's server, with its own TypeScript. */
export default function init(modules: { typescript: typeof ts }): ts.server.PluginModule {
  return { create: (info) => create(modules.typescript, info) };
}

function create(typescript: typeof ts, info: ts.server.PluginCreateInfo): ts.LanguageService {
  const { languageService: own, languageServiceHost } = info;
  const options = (info.config ?? {}) as PluginOptions;
  const files = new Files(languageServiceHost, options);
  /** What goes wrong here must not take away what the service says by itself. */
  const adding = <T>(said: T, add: () => T): T => {
    try {
      return add();
    } catch (error) {
      info.project.projectService.logger.info(
        `@preempt/typescript-plugin: ${String((error as Error)?.stack ?? error)}`,
      );
      return said;
    }
  };
  const service: ts.LanguageService = {
    ...own,

    getSemanticDiagnostics(fileName) {
      const said = own.getSemanticDiagnostics(fileName);
      return adding(said, () => {
        const file = own.getProgram()?.getSourceFile(fileName);
        return [...said, ...diagnosticsOf(typescript, files.of(fileName), file, ["error", "warning"])];
      });
    },

    getSuggestionDiagnostics(fileName) {
      const said = own.getSuggestionDiagnostics(fileName);
      return adding(said, () => {
        const file = own.getProgram()?.getSourceFile(fileName);
        return file === undefined ? said : [...said, ...diagnosticsOf(typescript, files.of(fileName), file, ["info"])];
      });
    },

    getSupportedCodeFixes: (fileName) => [...own.getSupportedCodeFixes(fileName), ...supportedCodes.map(String)],

    getCodeFixesAtPosition(fileName, start, end, errorCodes, ...rest) {
      const others = errorCodes.filter((code) => !supportedCodes.includes(code));
      const said = others.length === 0 ? [] : own.getCodeFixesAtPosition(fileName, start, end, others, ...rest);
      return adding(said, () => [...codeFixesAt(files.of(fileName), { fileName, start, end }, errorCodes), ...said]);
    },

    getApplicableRefactors(fileName, at, ...rest) {
      const said = own.getApplicableRefactors(fileName, at, ...rest);
      return adding(said, () => [...said, ...refactorsAt(files.of(fileName), fileName, at)]);
    },

    getEditsForRefactor(fileName, format, at, refactor, ...rest) {
      const ours = editsForRefactor(files.of(fileName), fileName, at, refactor);
      return ours ?? own.getEditsForRefactor(fileName, format, at, refactor, ...rest);
    },

    getQuickInfoAtPosition(fileName, position, ...rest) {
      const said = own.getQuickInfoAtPosition(fileName, position, ...rest);
      return adding(said, () => said && withMark(said, files, own.getDefinitionAtPosition(fileName, position)));
    },

    provideInlayHints(fileName, span, preferences) {
      const said = own.provideInlayHints(fileName, span, preferences);
      if (options.inlayHints === false) return said;
      return adding(said, () => [...said, ...inlayHintsIn(typescript, files.of(fileName), span)]);
    },
  };
  return service;
}
