import { askLimits, cleanText } from '../rules.ts'
import { type Part, UpstreamFailure, type Usage } from './upstream.ts'

/** What of an answer is there so far. `firstAt` is a performance.now(). */
export type Progress = { text: string; firstAt: number | null; usage: Usage; version: string | null }

type Watch = { signal: AbortSignal; onLife: () => void; onText: (text: string) => void }

/**
 * Reads one stream into `progress`, to its end or to the cap. Answers why it ended. Throws UpstreamFailure when it
 * broke off, and the signal's reason, at once, when that comes first: a stream that hangs can't hold the reader.
 */
export async function readAnswer(parts: AsyncGenerator<Part>, progress: Progress, watch: Watch): Promise<string> {
  const aborted = new Promise<never>((_, reject) => {
    watch.signal.addEventListener('abort', () => reject(watch.signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  watch.signal.throwIfAborted()
  for (;;) {
    const { value, done } = await Promise.race([parts.next(), aborted])
    watch.signal.throwIfAborted()
    if (done) throw new UpstreamFailure('broke off')
    watch.onLife()
    if (value.kind === 'text' && takeText(value.text, progress, watch)) return 'length'
    if (value.kind === 'end') return endOf(value, progress)
  }
}

const wholeEnds = new Set(['stop', 'length', 'content-filter'])

/** Answers whether the text is as long as it may get. */
function takeText(written: string, progress: Progress, { onText }: Watch): boolean {
  const text = cleanText(written).slice(0, askLimits.textMax - progress.text.length)
  if (text === '') return progress.text.length >= askLimits.textMax
  progress.firstAt ??= performance.now()
  progress.text += text
  onText(text)
  return progress.text.length >= askLimits.textMax
}

function endOf({ reason, usage, version }: Part & { kind: 'end' }, progress: Progress): string {
  progress.usage = usage
  progress.version = version
  // A stream that just stops, without saying why, was cut on its way.
  if (!wholeEnds.has(reason)) throw new UpstreamFailure('broke off')
  return reason
}
