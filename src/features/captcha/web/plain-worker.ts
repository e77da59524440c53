import { solvePlainly, type Work } from './plain-solution.ts'

let abort = new AbortController()

// The worker of pages that have no Web Crypto (plain http): takes and gives the messages of ALTCHA's own workers.
self.onmessage = async ({ data }: MessageEvent<Work & { type: string }>) => {
  abort.abort()
  if (data.type !== 'work') return
  abort = new AbortController()
  self.postMessage(await solvePlainly(data, abort.signal))
}

// ALTCHA hears of errors that a worker throws, not of promises that it breaks.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
