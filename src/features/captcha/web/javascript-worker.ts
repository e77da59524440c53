import { solveInJavaScript, type WorkMessage } from './solve-in-javascript.ts'

let abort = new AbortController()

// The worker for pages without Web Crypto (plain http). It handles the same messages as ALTCHA's own workers.
self.onmessage = async ({ data }: MessageEvent<WorkMessage & { type: string }>) => {
  abort.abort()
  if (data.type !== 'work') return
  abort = new AbortController()
  self.postMessage(await solveInJavaScript(data, abort.signal))
}

// ALTCHA notices errors that a worker throws, but not rejected promises.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
