import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { checkerId, composerId } from '#features/models/rules.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { stoppingError } from '#platform/work/event-stream.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import { runOnceStreaming, type StreamRun } from '#platform/work/once-streaming.ts'
import { adaptPrompt } from '../adapt-rules.ts'
import { createContentReader, instructionsOf, questionOf, readGeneratedPrompt } from '../answer-rules.ts'
import type { GeneratedPrompt, GeneratorInput, StartingPoint } from '../contract.ts'
import { type FoundPrompt, findStartingPoints } from './find-starting-points.ts'
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
    if (!(error instanceof AppError || error instanceof LeftBeforeTextError)) await refund(context, run, failureText())
    throw error
  }
}

const failureText = () => t('Something went wrong on our side. Nothing was charged.')

function refund(context: GeneratorContext, run: Run, failure: string): Promise<number> {
  return inTransaction(context.db, (tx) => failGeneration(tx, context, run, failure))
}

async function chooseModel(
  { models }: GeneratorContext,
  { model, keys, refine }: GeneratorInput,
): Promise<ChosenModel> {
  if (model === checkerId)
    throw invalidField('model', t('The Checker only reviews prompts. Choose the Composer or a language model.'))
  if (model === composerId && refine)
    throw invalidField('model', t('The Composer can’t change a text. Choose a language model.'))
  if (model !== undefined) return models.choose(model, keys)
  const cheapest = await models.cheapest()
  if (cheapest.id === composerId && refine)
    throw new AppError('provider_unavailable', t('No language model can change a text on this site now.'))
  return cheapest
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
  const found = input.refine ? [] : await findStartingPoints(context, input)
  if (model.id === composerId) return { ...(await adapt(found, input, signal, send)), isDelivered }
  const startingPoints = found.filter(({ mayAdapt }) => mayAdapt).slice(0, startingPointsMax)
  const reader = createContentReader()
  const answer = await context.models.askModel({
    model: model.id,
    system: instructionsOf(categories, startingPoints.length),
    prompt: questionOf(input, startingPoints),
    signal: AbortSignal.any([signal, context.streams.shutdownSignal]),
    keys: input.keys,
    onText: (text) => send(reader.push(text)),
  })
  if (answer.ending.kind === 'done') send(reader.end())
  return {
    ending: answer.ending,
    version: answer.version,
    spent: answer.spent,
    prompt: promptOf(answer.text, input, categories, startingPoints),
    isDelivered,
  }
}

/** How many prompts of the catalogue a language model gets as starting points. */
const startingPointsMax = 3
/** How many other prompts are offered beside the result, and how many instead of one. */
const alternativesMax = { beside: 2, instead: 3 }

/** Reads a model's text as a prompt, with the starting points that it names as its source and leaves unused. */
function promptOf(
  text: string,
  input: GeneratorInput,
  categories: string[],
  startingPoints: FoundPrompt[],
): GeneratedPrompt {
  const { sourceNumber, ...prompt } = readGeneratedPrompt(text, input, categories)
  const source = startingPoints[sourceNumber - 1]
  return { ...prompt, ...creditsOf(source, startingPoints) }
}

/** Returns what a prompt says about the catalogue: where it comes from, and what else is close. */
function creditsOf(
  source: FoundPrompt | undefined,
  found: FoundPrompt[],
  max = alternativesMax.beside,
): Pick<GeneratedPrompt, 'source' | 'alternatives'> {
  const others = found.filter((prompt) => prompt !== source && prompt.isClose).slice(0, max)
  return { source: source ? nameOf(source) : null, alternatives: others.map(nameOf) }
}

function nameOf({ id, slug, title, description, excerpt, credit, user, licence }: FoundPrompt): StartingPoint {
  return { id, slug, title, description, excerpt, credit, user, licence }
}

/** Creates the error for an idea that no prompt fits. Its details name those that come closest. */
function nothingFitsError(found: FoundPrompt[]): AppError {
  const { message, details, code } = invalidField(
    'idea',
    t(
      'No prompt in this catalogue fits your idea well enough to adapt it. Nothing was charged. Begin with the kind of text you want, such as “A cover letter for …”, or use a language model.',
    ),
  )
  const { alternatives } = creditsOf(undefined, found, alternativesMax.instead)
  return new AppError(code, message, { ...details, extra: { alternatives } })
}

/** Adapts the best prompt that was found, without asking a model. Sends it line by line. */
async function adapt(
  found: FoundPrompt[],
  input: GeneratorInput,
  signal: AbortSignal,
  send: (text: string) => void,
): Promise<Omit<WrittenPrompt, 'isDelivered'>> {
  const source = found.find(({ mayAdapt }) => mayAdapt)
  if (!source) {
    const prompt = { title: '', description: '', content: '', category: '', tags: [], variables: [] }
    const ending = { kind: 'failed', error: nothingFitsError(found) } as const
    return { ending, version: null, spent: 0, prompt: { ...prompt, source: null, alternatives: [] } }
  }
  const { title, description, category, tags } = source
  const { content: fullContent, variables } = adaptPrompt(source, input)
  let content = ''
  for (const line of fullContent.split(/(?<=\n)/)) {
    if (signal.aborted) break
    content += line
    send(line)
    await yieldToEventLoop()
  }
  const ending = content === fullContent ? ({ kind: 'done', cut: false } as const) : ({ kind: 'stopped' } as const)
  const prompt = { title, description, content: content.trim(), category, tags, variables, ...creditsOf(source, found) }
  return { ending, version: null, spent: 0, prompt }
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
    throw stoppingError(await refund(context, run, t('The server restarted.')))
  if (!isDelivered && stream.signal.aborted) {
    await refund(context, run, t('Stopped before its first word. Nothing was charged.'))
    throw new LeftBeforeTextError('the reader left before any text')
  }
  if (!isDelivered) {
    const message = t('The model returned no prompt. Nothing was charged. Try again.')
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
