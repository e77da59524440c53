import { cutText } from '#lib/well-formed.ts'
import { askLimits, cleanText } from '../rules.ts'
import { type Part, UpstreamFailure, type Usage } from './upstream.ts'

/** The answer so far. `text` has no lone surrogates. `firstAt` is `performance.now()` when the first text arrived. */
export type Progress = {
  text: string
  /** The first half of a surrogate pair whose second half should come with the next chunk. Otherwise empty. */
  highSurrogate: string
  firstAt: number | null
  usage: Usage
  version: string | null
  /** Whether the question was sent and not refused. */
  isAsked: boolean
  /** Whether the model has sent anything, such as the beginning of its reasoning. */
  hasBegun: boolean
  /** Whether the answer is complete, so that its usage was reported or can be estimated. */
  hasEnded: boolean
  /** The most that the vendor may bill to the site, in US dollars. */
  spent: number
}

type Listeners = { signal: AbortSignal; onActivity: () => void; onText: (text: string) => void }

/**
 * Reads a stream into `progress` until it ends or reaches the length limit, and returns the reason: `stop`, `length` or
 * `content-filter`. Throws UpstreamFailure if the stream breaks off. After an abort, throws the signal's reason
 * immediately, even if the stream hangs.
 */
export async function readAnswer(
  parts: AsyncGenerator<Part>,
  progress: Progress,
  listeners: Listeners,
): Promise<string> {
  const untilAborted = createAbortableWait(listeners.signal)
  listeners.signal.throwIfAborted()
  progress.isAsked = true
  for (;;) {
    const { value, done } = await untilAborted(parts.next())
    listeners.signal.throwIfAborted()
    if (done) throw new UpstreamFailure('broke off')
    listeners.onActivity()
    if (value.kind !== 'end') progress.hasBegun = true
    if (value.kind === 'text' && takeText(value.text, progress, listeners)) return 'length'
    if (value.kind === 'end') return takeEnd(value, progress)
  }
}

/**
 * Returns a function that waits for work, and throws the signal's reason as soon as the signal aborts. Unlike
 * `Promise.race` with a promise for the abort, it keeps nothing in memory for work that has ended.
 */
function createAbortableWait(signal: AbortSignal) {
  let abort: (reason: unknown) => void = () => undefined
  signal.addEventListener('abort', () => abort(signal.reason), { once: true })
  return <Result>(work: Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      abort = reject
      work.then(resolve, reject)
    })
}

/** The maximum length of a stored model version, in characters. */
const versionMax = 200
/** A complete stream ends with one of these reasons. */
const completeReasons = new Set(['stop', 'length', 'content-filter'])

/** Adds text to the answer. Returns whether the length limit has been reached. */
function takeText(received: string, progress: Progress, { onText }: Listeners): boolean {
  const chunk = progress.highSurrogate + received
  progress.highSurrogate = /[\uD800-\uDBFF]$/.test(chunk) ? chunk.slice(-1) : ''
  const clean = cleanText(chunk.slice(0, chunk.length - progress.highSurrogate.length))
  const remaining = askLimits.textMax - progress.text.length
  const text = cutText(clean, remaining)
  if (text !== '') {
    progress.firstAt ??= performance.now()
    progress.text += text
    onText(text)
  }
  return clean.length >= remaining
}

function takeEnd({ reason, usage, version }: Part & { kind: 'end' }, progress: Progress): string {
  progress.usage = usage
  progress.version = version === null ? null : cutText(cleanText(version), versionMax)
  // A stream that ends with any other reason is incomplete.
  if (!completeReasons.has(reason)) throw new UpstreamFailure('broke off')
  progress.hasEnded = true
  return reason
}
