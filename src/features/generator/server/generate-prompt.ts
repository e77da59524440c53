import { setImmediate as turn } from 'node:timers/promises'
import { listCategories } from '#features/catalogue/server/category-queries.ts'
import { composePrompt } from '#features/models/composer-rules.ts'
import { checkerId, composerId } from '#features/models/rules.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import type { Member } from '#server/platform/actor.ts'
import { inTransaction } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { stoppingError } from '#server/platform/event-stream.ts'
import type { StreamEvent } from '#server/platform/idempotency.table.ts'
import { newId } from '#server/platform/ids.ts'
import { runOnceStreaming, type StreamRun } from '#server/platform/once-streaming.ts'
import { createContentReader, instructionsOf, questionOf, readGenerated } from '../answer-rules.ts'
import type { GeneratedPrompt, GeneratorWish } from '../contract.ts'
import type { GeneratorContext } from './generator-context.ts'
import { beginGeneration, failGeneration, keepGeneration, type Run } from './keep-generation.ts'

export type GeneratorRequest = { key: string | undefined; path: string; wish: GeneratorWish; gone: AbortSignal }

/** Nobody waits any more, and nothing was charged: a retry with the same key begins anew. */
class LeftEmpty extends Error {}

/**
 * Lets a prompt be written: `start`, `delta` ..., `done`. A failure is thrown, as AppError with `credits`; the price is
 * given back then, and also when the reader leaves before any text. One who leaves later has paid for the text so far.
 */
export async function generatePrompt(
  context: GeneratorContext,
  member: Member,
  { key, path, wish, gone }: GeneratorRequest,
): Promise<AsyncIterable<StreamEvent>> {
  const { keys, ...said } = wish
  const body = { ...said, ownKeys: Object.keys(keys ?? {}) }
  return runOnceStreaming(
    context,
    member,
    { key, path, body },
    {
      run: async (run) => {
        const leave = context.runs.enter(member.id)
        try {
          await generate(context, member, wish, { ...run, signal: AbortSignal.any([run.signal, gone]) })
        } finally {
          leave()
        }
      },
      onLost: (error) => {
        if (error instanceof LeftEmpty || error instanceof AppError) return
        context.streams.log.error({ error: String(error) }, 'a generation failed after its reader had left')
      },
    },
  )
}

async function generate(
  context: GeneratorContext,
  member: Member,
  wish: GeneratorWish,
  stream: StreamRun,
): Promise<void> {
  const started = stream.earlier.find(({ event }) => event === 'start')
  const model = await chooseModel(context, started ? { ...wish, model: String(started.data.model) } : wish)
  const run: Run = { member, id: started ? String(started.data.runId) : newId(), model }
  const categories = (await listCategories(context.db)).map(({ slug }) => slug)
  try {
    await stream.commit(async (tx) => {
      await beginGeneration(tx, context, run, wish)
      return started ? [] : [{ event: 'start', data: { runId: run.id, price: model.price, model: model.id } }]
    })
    await conclude(context, run, await write(context, model, wish, categories, stream), stream)
  } catch (error) {
    // What was foreseen has settled or given back by itself; whatever else breaks keeps nobody's credits.
    if (!(error instanceof AppError || error instanceof LeftEmpty)) await giveBack(context, run, brokenText)
    throw error
  }
}

const brokenText = 'Something went wrong on our side. Nothing was charged.'

function giveBack(context: GeneratorContext, run: Run, failure: string): Promise<number> {
  return inTransaction(context.db, (tx) => failGeneration(tx, context, run, failure))
}

async function chooseModel({ models }: GeneratorContext, { model, keys }: GeneratorWish): Promise<ChosenModel> {
  if (model === checkerId)
    throw invalidField('model', 'The checker reviews prompts and writes none. Choose the composer or a language model.')
  return model === undefined ? models.cheapest() : models.choose(model, keys)
}

/** `heard`: some of it was told while the reader was there, and so is paid for. */
type Written = { ending: Answer['ending']; version: string | null; prompt: GeneratedPrompt; heard: boolean }

async function write(
  context: GeneratorContext,
  model: ChosenModel,
  wish: GeneratorWish,
  categories: string[],
  { signal, emit }: StreamRun,
): Promise<Written> {
  let heard = false
  const tell = (text: string) => {
    if (text === '' || signal.aborted) return
    heard = true
    emit({ event: 'delta', data: { text } })
  }
  if (model.id === composerId) return { ...(await compose(wish, signal, tell)), heard }
  const reader = createContentReader()
  const answer = await context.models.askModel({
    model: model.id,
    system: instructionsOf(categories),
    prompt: questionOf(wish),
    signal: AbortSignal.any([signal, context.streams.stopping]),
    key: model.vendor === 'built-in' ? undefined : wish.keys?.[model.vendor],
    onText: (text) => tell(reader.take(text)),
  })
  if (answer.ending.kind === 'done') tell(reader.rest())
  return { ending: answer.ending, version: answer.version, prompt: readGenerated(answer.text, wish, categories), heard }
}

type Composed = Omit<Written, 'heard'>

async function compose(wish: GeneratorWish, signal: AbortSignal, tell: (text: string) => void): Promise<Composed> {
  const { refine, ...brief } = wish
  const composed = composePrompt(refine ? { ...brief, idea: refine.content, change: refine.change } : brief)
  const { title, description, content: whole, category, tags } = composed
  let content = ''
  for (const line of whole.split(/(?<=\n)/)) {
    if (signal.aborted) break
    content += line
    tell(line)
    await turn()
  }
  const ending = content === whole ? ({ kind: 'done', cut: false } as const) : ({ kind: 'stopped' } as const)
  return { ending, version: null, prompt: { title, description, content: content.trim(), category, tags } }
}

async function conclude(context: GeneratorContext, run: Run, written: Written, stream: StreamRun): Promise<void> {
  const { ending, prompt, version, heard } = written
  if (ending.kind === 'failed') {
    const credits = await giveBack(context, run, ending.error.message)
    throw new AppError(ending.error.code, ending.error.message, { ...ending.error.details, credits })
  }
  if (ending.kind === 'stopped' && context.streams.stopping.aborted)
    throw stoppingError(await giveBack(context, run, 'The server restarted.'))
  if (!heard && stream.signal.aborted) {
    await giveBack(context, run, 'Stopped before any text.')
    throw new LeftEmpty('the reader left before any text')
  }
  if (!heard) {
    const words = 'The model returned no prompt. Nothing was charged; try again.'
    throw new AppError('provider_unavailable', words, { credits: await giveBack(context, run, words) })
  }
  await stream.commit(
    async (tx) => {
      const status = ending.kind === 'done' ? 'done' : 'stopped'
      const credits = await keepGeneration(tx, context, run, { prompt, version, status })
      return [{ event: 'done', data: { prompt, credits } }]
    },
    { last: true },
  )
}
