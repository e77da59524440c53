import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { promptfooYaml } from '../promptfoo-rules.ts'
import { readAcceptedCases } from './case-queries.ts'

/**
 * Returns the accepted test cases of a prompt (id or slug) as a configuration file for promptfoo, a tool that tests
 * prompts, and the file's name. Throws AppError not_found.
 */
export async function readTestFile(db: Db, actor: Actor, idOrSlug: string): Promise<{ name: string; text: string }> {
  const prompt = await getPromptOrThrow(db, actor, idOrSlug)
  const cases = await readAcceptedCases(db, prompt.id)
  const text = promptfooYaml({ title: prompt.title, segments: fillableSegments(prompt.content), cases })
  return { name: `${prompt.slug}.promptfoo.yaml`, text }
}
