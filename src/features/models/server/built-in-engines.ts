import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { checkPrompt } from '../checker-rules.ts'
import { composePrompt } from '../composer-rules.ts'
import { composerId, estimateTokens } from '../rules.ts'
import type { Answer, Question } from './model-answer.ts'

/**
 * The version of the built-in engines. It changes with their rules, so that stored answers say which rules wrote them.
 */
const version = 'rules 7'

/** Asks the composer or the checker, which use rules instead of a language model. Sends the text line by line. */
export async function askBuiltIn(question: Question): Promise<Answer> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const fullText = question.model === composerId ? composePrompt(question.prompt) : checkPrompt(question.prompt)
  let text = ''
  let timeToFirstToken: number | null = null
  for (const line of fullText.split(/(?<=\n)/)) {
    if (question.signal.aborted) break
    timeToFirstToken ??= elapsed()
    text += line
    question.onText(line)
    await yieldToEventLoop()
  }
  return {
    text,
    tokens: { input: estimateTokens(question.prompt), output: estimateTokens(text), estimated: true },
    timeToFirstToken,
    time: elapsed(),
    cost: 0,
    spent: 0,
    version,
    ending: text === fullText ? { kind: 'done', cut: false } : { kind: 'stopped' },
  }
}
