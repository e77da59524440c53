import { expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { fakeTransport, jsonReply, offline } from '#test/fakes/transport.ts'
import { runCaptcha } from './run-captcha.ts'

function startCaptcha(transport: ReturnType<typeof fakeTransport>) {
  const run = {
    // With `inProcess`, failed requests aren't retried.
    api: createApi({ fetch: transport, inProcess: true }),
    use: 'register' as const,
    container: {} as HTMLElement,
    onSolution: vi.fn(),
    onFailure: vi.fn(),
  }
  const abort = new AbortController()
  return { ...run, abort, done: runCaptcha({ ...run, signal: abort.signal }) }
}

it('the solution is empty if captchas are turned off, and the request for the captcha bypasses every cache', async () => {
  const transport = fakeTransport(jsonReply({ provider: 'off' }))
  const { done, onSolution } = startCaptcha(transport)
  await done
  expect(onSolution).toHaveBeenCalledExactlyOnceWith('')
  expect(transport.sent[0]?.path).toMatch(/^\/api\/captcha\?use=register&_t=\d+$/)
})

it('a captcha that can’t be loaded is reported, unless the form is gone', async () => {
  const first = startCaptcha(fakeTransport(offline))
  await first.done
  expect(first.onFailure).toHaveBeenCalledOnce()
  const second = startCaptcha(fakeTransport(offline))
  second.abort.abort()
  await second.done
  expect(second.onFailure).not.toHaveBeenCalled()
  expect(second.onSolution).not.toHaveBeenCalled()
})
