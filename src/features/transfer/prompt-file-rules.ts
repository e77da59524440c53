import { parseJson } from './cell-rules.ts'
import { fromHandlebars } from './dotprompt-rules.ts'
import { readMarkdown, splitMarkdown } from './markdown-rules.ts'
import { readOwnRecord } from './own-record-rules.ts'
import { textOfSkill } from './skill-rules.ts'

/** Names of files of one prompt: Markdown, SKILL.md, Dotprompt. */
export const promptFileName = /\.(?:md|markdown|prompt)$/i

/** Reads a file of one prompt as the fields of a record. Our own skills and Dotprompt files come back as they were. */
export function readPromptFile(text: string, fileName = ''): Record<string, unknown> {
  const { frontMatter, body } = splitMarkdown(text)
  const own = readOwnRecord(typeof frontMatter.metadata === 'string' ? parseJson(frontMatter.metadata) : null)
  if (!own) return readMarkdown(text, fileName)
  const { file, names, literals } = own.change
  return { ...own.facts, content: file === 'skill' ? textOfSkill(body) : fromHandlebars(body, names, literals) }
}
