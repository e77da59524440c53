import type { Variable } from '#features/variables/contract.ts'
import { variableOf } from './described-input-rules.ts'
import { blankNamer, contentOf, piecesOf } from './piece-rules.ts'
import { type ForeignPrompt, type PromptSource, quoteMarkup } from './source-rules.ts'

/**
 * Matches `${input:name}`, `${input:name:description}`, any other `${…}`, such as a variable that the editor fills in,
 * and references to the editor's tools and files.
 */
const placeholder = /\$\{([^{}\n]*)\}|#(?:tool|file):[^\s,;)]*[^\s,;).]/g
const editorVariable =
  /^(?:workspaceFolder|workspaceFolderBasename|selection|selectedText|file|fileBasename|fileDirname|fileBasenameNoExtension)$/

/** Reads a prompt file of VS Code (`.prompt.md`). Its inputs become blanks, their descriptions become help texts. */
export function readVscodeFile(source: PromptSource): ForeignPrompt {
  const nameOf = blankNamer()
  const variables: Variable[] = []
  const pieces = piecesOf(source.body, placeholder, ({ 0: whole, 1: inner = '', index }) => {
    const [, name = '', description] = /^input:([^:]+)(?::(.*))?$/.exec(inner) ?? []
    if (name !== '') {
      const blank = nameOf(name)
      if (description) variables.push(variableOf(blank, { description }).variable)
      return { name: blank, default: null }
    }
    if (inner === '' || editorVariable.test(inner))
      source.notes.add(source.lineAt(index), `${quoteMarkup(whole)} is for the editor. It stays text here.`)
    return null
  })
  return { content: contentOf(pieces), variables }
}
