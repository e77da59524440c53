import type { SplitFile } from './front-matter-rules.ts'

/** The formats of files that contain one prompt. */
type FileFormat = 'markdown' | 'skill' | 'command' | 'dotprompt' | 'prompty' | 'vscode' | 'cursor'

/** The formats by file name, most specific first. */
const byName: [RegExp, FileFormat][] = [
  [/\.prompt\.md$/i, 'vscode'],
  [/\.prompty$/i, 'prompty'],
  [/\.prompt$/i, 'dotprompt'],
  [/\.mdc$/i, 'cursor'],
  [/(?:^|\/)skill\.md$/i, 'skill'],
  [/\.md$(?<=(?:^|\/)commands\/.*)/i, 'command'],
]

/** The formats by a key in the front matter, for files whose name doesn't determine the format. */
const byKey: [string, FileFormat][] = [
  ['alwaysApply', 'cursor'],
  ['globs', 'cursor'],
  ['inputs', 'prompty'],
  ['inputSchema', 'prompty'],
  ['template', 'prompty'],
  ['input', 'dotprompt'],
  ['toolDefs', 'dotprompt'],
]

/** The front matter keys of slash commands. */
const commandKeys = ['argument-hint', 'arguments', 'allowed-tools', 'disable-model-invocation', 'user-invocable']

/** Finds the format of a file by its name, otherwise by its content. The default is Markdown. */
export function formatOfFile(
  fileName: string,
  { frontMatter, body }: Pick<SplitFile, 'frontMatter' | 'body'>,
): FileFormat {
  const nameMatch = byName.find(([pattern]) => pattern.test(fileName))
  if (nameMatch) return nameMatch[1]
  const keyMatch = byKey.find(([key]) => Object.hasOwn(frontMatter, key))
  if (keyMatch) return keyMatch[1]
  if (/\$\{input:/.test(body)) return 'vscode'
  if (commandKeys.some((key) => Object.hasOwn(frontMatter, key)) || /\$ARGUMENTS\b/.test(body)) return 'command'
  return 'markdown'
}
