import { setImmediate as turn } from 'node:timers/promises'
import { checkPrompt } from '../checker-rules.ts'
import { composePrompt } from '../composer-rules.ts'
import { composerId, estimateTokens } from '../rules.ts'
import type { Answer, Question } from './model-answer.ts'

/** The version of the built-in engines. It changes with their rules, so that stored answers name the rules behind them. */
const version = 'rules 3'

/** Asks the composer or the checker, which use rules, no language model. Streams the text line by line. */
export async function askBuiltIn(question: Question): Promise<Answer> {
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  const whole =
    question.model === composerId ? composePrompt({ idea: question.prompt }).content : checkPrompt(question.prompt)
  let text = ''
  let timeToFirstToken: number | null = null
  for (const line of whole.split(/(?<=\n)/)) {
    if (question.signal.aborted) break
    timeToFirstToken ??= since()
    text += line
    question.onText(line)
    await turn()
  }
  return {
    text,
    tokens: { input: estimateTokens(question.prompt), output: estimateTokens(text), estimated: true },
    timeToFirstToken,
    time: since(),
    cost: 0,
    version,
    ending: text === whole ? { kind: 'done', cut: false } : { kind: 'stopped' },
  }
}
