import { readCredits } from '#features/credits/server/credit-queries.ts'
import type { Member } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StreamEvent } from '#server/platform/idempotency.table.ts'
import { runOnceStreaming, type StreamRun } from '#server/platform/once-streaming.ts'
import type { ComparisonWish } from '../contract.ts'
import { answerSeat } from './answer-seat.ts'
import { startComparison } from './begin-comparison.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { readSource } from './prompt-source.ts'
import { watchStops } from './stop-answer.ts'

export type ComparisonRequest = { key: string | undefined; path: string; wish: ComparisonWish; gone: AbortSignal }

/** Asks several models at once. What fails before the first event is thrown; later failures are events. */
export async function compareModels(
  context: ComparisonContext,
  member: Member,
  { key, path, wish, gone }: ComparisonRequest,
): Promise<AsyncIterable<StreamEvent>> {
  // A retry asks again whether one may see the prompt: the kept events quote it.
  const source = await readSource(context.db, wish)
  const { keys, ...said } = wish
  const request = { key, path, body: { ...said, ownKeys: Object.keys(keys ?? {}) } }
  return runOnceStreaming(context, member, request, {
    run: async (run) => {
      const leave = context.runs.enter(member.id)
      try {
        await compare(context, member, { wish, source }, { ...run, signal: AbortSignal.any([run.signal, gone]) })
      } finally {
        leave()
      }
    },
    onLost: (error) => {
      if (error instanceof AppError) return
      context.streams.log.error({ error: String(error) }, 'a comparison failed after its reader had left')
    },
  })
}

type Asked = { wish: ComparisonWish; source: Awaited<ReturnType<typeof readSource>> }

async function compare(
  context: ComparisonContext,
  member: Member,
  { wish, source }: Asked,
  stream: StreamRun,
): Promise<void> {
  const models = await Promise.all(wish.models.map((id) => context.models.choose(id, wish.keys)))
  const { run, waiting } = await startComparison(context, member, { source, wish, models }, stream)
  const stops = watchStops(context, run)
  // What the last answer to settle said: nothing is asked for once all is paid.
  let credits: number | null = null
  try {
    // All of them to their end: one that fails doesn't take the others along.
    const results = await Promise.allSettled(
      waiting.map(async (seat) => {
        const signal = AbortSignal.any([stream.signal, context.streams.stopping, stops.signalOf(seat)])
        const key = seat.model.vendor === 'built-in' ? undefined : wish.keys?.[seat.model.vendor]
        credits = await answerSeat(context, run, seat, { stream, question: { prompt: source.filled, signal, key } })
      }),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  } finally {
    stops.end()
  }
  credits ??= await readCredits(context.db, context.credits, { userId: member.id })
  stream.emit({ event: 'end', data: { comparisonId: run.id, credits } })
}
