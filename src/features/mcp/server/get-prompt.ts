import type { Caller } from '#platform/actor.ts'
import { type Argument, argumentsOf, labelsOf } from '../argument-rules.ts'
import { alarmNote, attributionOf } from './describe-prompt.ts'
import { fillIn } from './fill-in.ts'
import { type McpContext, readerOf } from './mcp-context.ts'
import { getNamedPromptOrThrow, openNamedPromptOrThrow } from './named-prompt-queries.ts'

/** Either the arguments for which the client should ask the person, or the filled-in prompt. */
export type PromptResult = { toAsk: Argument[] } | { title: string; description: string; text: string; meta: object }

/**
 * Fills in a prompt for prompts/get, and counts a view. If values are missing and the client can ask the person
 * (`canAsk`), returns the arguments to ask for. Otherwise empty blanks stay in the text, and the description names
 * them. Throws AppError not_found, validation_failed (the text is too long).
 */
export async function getPrompt(
  context: McpContext,
  caller: Caller,
  { name, values, canAsk }: { name: string; values: Record<string, string>; canAsk: boolean },
): Promise<PromptResult> {
  const prompt = await openNamedPromptOrThrow(context, caller, name)
  const { text, missing } = fillIn(prompt.content, argumentsOf(prompt.content, prompt.variables), values)
  if (missing.length > 0 && canAsk) return { toAsk: missing }
  const { title, name: _, ...about } = attributionOf(prompt, context.origin())
  const { author, license, version, url } = about
  const empty = missing.length > 0 ? ` Still empty: ${labelsOf(missing)}.` : ''
  return {
    title,
    description: `${title}, by ${author}, ${license}, version ${version}: ${url}.${alarmNote(prompt)}${empty}`,
    text,
    meta: { ...about, missing: missing.map((argument) => argument.name) },
  }
}

/**
 * Returns the options of an argument that begin with the letters typed so far, for completion/complete. Throws AppError
 * not_found.
 */
export async function completeArgument(
  context: McpContext,
  caller: Caller,
  { name, argument, typed }: { name: string; argument: string; typed: string },
): Promise<string[]> {
  const prompt = await getNamedPromptOrThrow(context.db, readerOf(caller), name)
  const { options = [] } = argumentsOf(prompt.content, prompt.variables).find((one) => one.name === argument) ?? {}
  const letters = typed.toLowerCase()
  return options.filter((option) => option.toLowerCase().startsWith(letters))
}
