import type { Variable } from '#features/variables/contract.ts'
import { variableOf } from './described-input-rules.ts'
import { blankNames, contentOf, piecesOf } from './piece-rules.ts'
import { type ForeignPrompt, type PromptSource, shownMark } from './source-rules.ts'

/** `${input:name}`, `${input:name:hint}`, what the editor fills in, and references to its tools and files. */
const mark = /\$\{([^{}\n]*)\}|#(?:tool|file):[^\s,;)]*[^\s,;).]/g
const filledByEditor =
  /^(?:workspaceFolder|workspaceFolderBasename|selection|selectedText|file|fileBasename|fileDirname|fileBasenameNoExtension)$/

/** Reads a prompt file of VS Code (`.prompt.md`). Its inputs become blanks; their hints become help. */
export function readVscodeFile(source: PromptSource): ForeignPrompt {
  const nameOf = blankNames()
  const variables: Variable[] = []
  const pieces = piecesOf(source.body, mark, ({ 0: whole, 1: inner = '', index }) => {
    const [, name = '', hint] = /^input:([^:]+)(?::(.*))?$/.exec(inner) ?? []
    if (name !== '') {
      const blank = nameOf(name)
      if (hint) variables.push(variableOf(blank, { description: hint }).variable)
      return { name: blank, default: null }
    }
    if (inner === '' || filledByEditor.test(inner))
      source.notes.add(source.lineAt(index), `${shownMark(whole)} is for the editor. Here it stays text.`)
    return null
  })
  return { content: contentOf(pieces), variables }
}
