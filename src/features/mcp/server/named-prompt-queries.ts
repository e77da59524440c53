import type { Prompt } from '#features/catalogue/contract.ts'
import { readPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { t } from '#lib/texts.ts'
import type { Caller } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { idOrSlugOf } from '../prompt-name-rules.ts'
import { type McpContext, readerOf } from './mcp-context.ts'

/**
 * Finds a prompt by its name, its id or any of its slugs, if the reader may see its page. With `label`, returns it as it
 * is in the version with this label. Throws AppError not_found.
 */
export async function getNamedPromptOrThrow(db: Db, reader: Caller, name: string, label?: string): Promise<Prompt> {
  if (name === '' || name.length > 300) throw notFound(t('This prompt'))
  const read = await readPromptOrThrow(db, reader, idOrSlugOf(name), label)
  if ('prompt' in read) return read.prompt
  const moved = await readPromptOrThrow(db, reader, read.movedTo, label)
  if ('prompt' in moved) return moved.prompt
  throw notFound(t('This prompt'))
}

/**
 * Returns the same as `getNamedPromptOrThrow` and counts a view, because the caller gets the text. Throws AppError
 * not_found.
 */
export async function openNamedPromptOrThrow(
  context: McpContext,
  caller: Caller,
  name: string,
  label?: string,
): Promise<Prompt> {
  const prompt = await getNamedPromptOrThrow(context.db, readerOf(caller), name, label)
  context.views.count(caller, { promptId: prompt.id, source: 'mcp' }, context.now())
  return prompt
}
