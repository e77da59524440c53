import { readCredits } from '#features/credits/server/credit-queries.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import { runOnceStreaming, type StreamRun } from '#platform/work/once-streaming.ts'
import type { ComparisonInput } from '../contract.ts'
import { canBeBlind } from '../rules.ts'
import { askParticipant } from './ask-participant.ts'
import { type ComparedPrompt, readComparedPrompt } from './compared-prompt.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { startComparison } from './start-comparison.ts'
import { watchStops } from './stop-answer.ts'

/** `key`: the Idempotency-Key, if there is one. `disconnectSignal`: aborted when the reader disconnects. */
export type ComparisonRequest = {
  key: string | undefined
  path: string
  input: ComparisonInput
  disconnectSignal: AbortSignal
}

/**
 * Asks several models at the same time. Failures before the first event are thrown, and those after it become events.
 */
export async function compareModels(
  context: ComparisonContext,
  member: Member,
  { key, path, input, disconnectSignal }: ComparisonRequest,
): Promise<AsyncIterable<StreamEvent>> {
  // The prompt is also read on a retry, to check that it is still public, because the answers in the stored events may quote it.
  const prompt = await readComparedPrompt(context.db, member, input)
  const { keys, ...body } = input
  const request = { key, path, body: { ...body, ownKeys: Object.keys(keys ?? {}) } }
  return runOnceStreaming(context, member, request, {
    run: async (run) => {
      const leave = context.runs.enter(member.id)
      try {
        await compare(
          context,
          member,
          { input, prompt },
          { ...run, signal: AbortSignal.any([run.signal, disconnectSignal]) },
        )
      } finally {
        leave()
      }
    },
    onLost: (error) => {
      if (error instanceof AppError) return
      context.streams.log.error(
        { error: String(error) },
        'a comparison failed after its reader had left or received everything',
      )
    },
  })
}

type CheckedInput = { input: ComparisonInput; prompt: ComparedPrompt }

async function compare(
  context: ComparisonContext,
  member: Member,
  { input, prompt }: CheckedInput,
  stream: StreamRun,
): Promise<void> {
  const models = await Promise.all(input.models.map((id) => context.models.choose(id, input.keys)))
  if (input.blind && !canBeBlind(models)) {
    throw invalidField('blind', t('A blind comparison needs two language models. Choose another, or show the names.'))
  }
  // `waiting` are the models without an outcome: all of them, unless a killed run is resumed.
  const { run, waiting } = await startComparison(context, member, { prompt, input, models }, stream)
  // If there are only pasted answers, no model is asked, and `startComparison` has already sent `end`.
  if (run.participants.length === 0) return
  const stops = watchStops(context, run)
  // The credits after the last answer. If they are known at the end, they needn't be read again.
  let credits: number | null = null
  try {
    // Waits for all answers. An answer that fails doesn't end the others.
    const results = await Promise.allSettled(
      waiting.map(async (participant) => {
        const signal = AbortSignal.any([stream.signal, context.streams.shutdownSignal, stops.signalOf(participant)])
        credits = await askParticipant(context, run, participant, {
          stream,
          question: { prompt: prompt.filled, signal, keys: input.keys },
        })
      }),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  } finally {
    stops.end()
  }
  credits ??= await readCredits(context.db, context.credits, { userId: member.id })
  stream.emit({ event: 'end', data: { comparisonId: run.id, credits } })
}
