import type { Prompt } from '#features/catalogue/contract.ts'
import { getPromptOrThrow, readPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import type { Caller } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { idOrSlugOf } from '../prompt-name-rules.ts'
import { type McpContext, readerOf } from './mcp-context.ts'

/** Finds a prompt by its name, its id or any of its slugs, if the reader may see its page. Throws AppError not_found. */
export async function getNamedPromptOrThrow(db: Db, reader: Caller, name: string): Promise<Prompt> {
  if (name === '' || name.length > 300) throw notFound('This prompt')
  const read = await readPromptOrThrow(db, reader, idOrSlugOf(name))
  return 'prompt' in read ? read.prompt : getPromptOrThrow(db, reader, read.movedTo)
}

/**
 * Returns the same as `getNamedPromptOrThrow` and counts a view, because the caller gets the text. Throws AppError
 * not_found.
 */
export async function openNamedPromptOrThrow(context: McpContext, caller: Caller, name: string): Promise<Prompt> {
  const prompt = await getNamedPromptOrThrow(context.db, readerOf(caller), name)
  context.views.count(caller, { promptId: prompt.id, source: 'mcp' }, context.now())
  return prompt
}
