import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { composePrompt } from '#features/models/composer-rules.ts'
import { checkerId, composerId } from '#features/models/rules.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { stoppingError } from '#platform/event-stream.ts'
import type { StreamEvent } from '#platform/idempotency.table.ts'
import { newId } from '#platform/ids.ts'
import { runOnceStreaming, type StreamRun } from '#platform/once-streaming.ts'
import { createContentReader, instructionsOf, questionOf, readGeneratedPrompt } from '../answer-rules.ts'
import type { GeneratedPrompt, GeneratorInput } from '../contract.ts'
import { proposeVariables } from '../proposal-rules.ts'
import type { GeneratorContext } from './generator-context.ts'
import {
  beginGeneration,
  doneEvent,
  type FinishedRun,
  failGeneration,
  type Run,
  startEvent,
  storeGeneration,
} from './store-generation.ts'

/** `key` is the Idempotency-Key. `disconnectSignal` is aborted when the reader disconnects. */
export type GeneratorRequest = {
  key: string | undefined
  path: string
  input: GeneratorInput
  disconnectSignal: AbortSignal
}

/** The reader left before any text arrived, so nothing was charged. A retry with the same key starts again. */
class LeftBeforeTextError extends Error {}

/**
 * Generates a prompt and returns its events: `start`, several `delta`, then `done`. The price is refunded after a
 * failure, or if the reader leaves before any text. A reader who leaves later pays the whole price, and the text so far
 * is stored. Expected failures are AppErrors, with the remaining `credits` if the model was asked.
 */
export async function generatePrompt(
  context: GeneratorContext,
  member: Member,
  { key, path, input, disconnectSignal }: GeneratorRequest,
): Promise<AsyncIterable<StreamEvent>> {
  const { keys, ...rest } = input
  const body = { ...rest, ownKeys: Object.keys(keys ?? {}) }
  return runOnceStreaming(
    context,
    member,
    { key, path, body },
    {
      run: async (run) => {
        const leave = context.runs.enter(member.id)
        try {
          await generate(context, member, input, { ...run, signal: AbortSignal.any([run.signal, disconnectSignal]) })
        } finally {
          leave()
        }
      },
      onLost: (error) => {
        if (error instanceof LeftBeforeTextError || error instanceof AppError) return
        context.streams.log.error({ error: String(error) }, 'a generation failed after its reader had left')
      },
    },
  )
}

async function generate(
  context: GeneratorContext,
  member: Member,
  input: GeneratorInput,
  stream: StreamRun,
): Promise<void> {
  const earlierStart = stream.earlier.find(({ event }) => event === 'start')
  const [model, categories] = await Promise.all([
    chooseModel(context, earlierStart ? { ...input, model: String(earlierStart.data.model) } : input),
    context.readCategories(),
  ])
  const run: Run = { member, id: earlierStart ? String(earlierStart.data.runId) : newId(), model }
  try {
    await stream.commit(
      async (tx) => {
        await beginGeneration(tx, context, { run, input })
        return earlierStart ? [] : [startEvent(run)]
      },
      {
        // These runs must begin alone: retries (their credits may be reserved already), runs by API tokens (their
        // spending has to be counted), and free runs.
        changeTogether:
          earlierStart || member.token || isFree(run)
            ? undefined
            : (responsesFor) => context.batches.begin({ run, input, responsesFor }),
      },
    )
    await settle(context, run, await write(context, model, input, categories, stream), stream)
  } catch (error) {
    // After an expected error, nothing is left to refund: the price was refunded, was never reserved, or another
    // process has the run.
    if (!(error instanceof AppError || error instanceof LeftBeforeTextError)) await refund(context, run, failureText)
    throw error
  }
}

const failureText = 'Something went wrong on our side. Nothing was charged.'

function refund(context: GeneratorContext, run: Run, failure: string): Promise<number> {
  return inTransaction(context.db, (tx) => failGeneration(tx, context, run, failure))
}

async function chooseModel({ models }: GeneratorContext, { model, keys }: GeneratorInput): Promise<ChosenModel> {
  if (model === checkerId)
    throw invalidField('model', 'The Checker only reviews prompts. Choose the Composer or a language model.')
  return model === undefined ? models.cheapest() : models.choose(model, keys)
}

/** `isDelivered` means that the reader got some of the text and pays for it. */
type WrittenPrompt = Pick<Answer, 'ending' | 'version' | 'spent'> & { prompt: GeneratedPrompt; isDelivered: boolean }

async function write(
  context: GeneratorContext,
  model: ChosenModel,
  input: GeneratorInput,
  categories: string[],
  { signal, emit }: StreamRun,
): Promise<WrittenPrompt> {
  let isDelivered = false
  const send = (text: string) => {
    if (text === '' || signal.aborted) return
    isDelivered = true
    emit({ event: 'delta', data: { text } })
  }
  if (model.id === composerId) return { ...(await compose(input, signal, send)), isDelivered }
  const reader = createContentReader()
  const answer = await context.models.askModel({
    model: model.id,
    system: instructionsOf(categories),
    prompt: questionOf(input),
    signal: AbortSignal.any([signal, context.streams.shutdownSignal]),
    keys: input.keys,
    onText: (text) => send(reader.push(text)),
  })
  if (answer.ending.kind === 'done') send(reader.end())
  return {
    ending: answer.ending,
    version: answer.version,
    spent: answer.spent,
    prompt: readGeneratedPrompt(answer.text, input, categories),
    isDelivered,
  }
}

/** Creates the error for an idea to which the composer can't add anything useful. */
function nothingToAddError(): AppError {
  return invalidField(
    'idea',
    'The built-in composer uses rules for English texts and can’t improve on this idea. Say what it should produce and for whom, choose the kind of task, or use a language model. Nothing was charged.',
  )
}

async function compose(
  input: GeneratorInput,
  signal: AbortSignal,
  send: (text: string) => void,
): Promise<Omit<WrittenPrompt, 'isDelivered'>> {
  const { refine, ...brief } = input
  const composed = composePrompt(refine ? { ...brief, idea: refine.content, change: refine.change } : brief)
  const { title, description, content: fullContent, category, tags } = composed
  const variables = proposeVariables(fullContent, composed.blankSpecs)
  const prompt = { title, description, content: fullContent.trim(), category, tags, variables }
  if (!composed.hasAdditions)
    return { ending: { kind: 'failed', error: nothingToAddError() }, version: null, spent: 0, prompt }
  let content = ''
  for (const line of fullContent.split(/(?<=\n)/)) {
    if (signal.aborted) break
    content += line
    send(line)
    await yieldToEventLoop()
  }
  const ending = content === fullContent ? ({ kind: 'done', cut: false } as const) : ({ kind: 'stopped' } as const)
  return { ending, version: null, spent: 0, prompt: { ...prompt, content: content.trim() } }
}

async function settle(context: GeneratorContext, run: Run, written: WrittenPrompt, stream: StreamRun): Promise<void> {
  const { ending, prompt, version, spent, isDelivered } = written
  const isUnpaid = ending.kind === 'failed' || !isDelivered
  if (spent > 0 && isUnpaid && !context.streams.shutdownSignal.aborted) await context.runs.countUnpaid(run.member.id)
  if (ending.kind === 'failed') {
    const credits = await refund(context, run, ending.error.message)
    throw new AppError(ending.error.code, ending.error.message, { ...ending.error.details, credits })
  }
  if (ending.kind === 'stopped' && context.streams.shutdownSignal.aborted)
    throw stoppingError(await refund(context, run, 'The server restarted.'))
  if (!isDelivered && stream.signal.aborted) {
    await refund(context, run, 'Stopped before its first word. Nothing was charged.')
    throw new LeftBeforeTextError('the reader left before any text')
  }
  if (!isDelivered) {
    const message = 'The model returned no prompt. Nothing was charged. Try again.'
    throw new AppError('provider_unavailable', message, { credits: await refund(context, run, message) })
  }
  const status = ending.kind === 'done' ? 'done' : 'stopped'
  const finished: FinishedRun = { run, stored: { prompt, version, status } }
  await stream.commit(async (tx) => [doneEvent(finished, await storeGeneration(tx, context, finished))], {
    isLast: true,
    changeTogether: isFree(run) ? undefined : (responsesFor) => context.batches.charge({ ...finished, responsesFor }),
  })
}

/** Tells whether the run costs nothing, because the model answers with the member's own key. */
function isFree({ model }: Run): boolean {
  return model.price === 0
}
