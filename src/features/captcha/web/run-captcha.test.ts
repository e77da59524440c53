import { expect, it, vi } from 'vitest'
import { fakeWire, jsonReply, offline } from '#test/fakes/wire.ts'
import { createApi } from '#web/api.ts'
import { runCaptcha } from './run-captcha.ts'

function startCaptcha(wire: ReturnType<typeof fakeWire>) {
  const run = {
    api: createApi({ fetch: wire, inProcess: true }),
    use: 'register' as const,
    container: {} as HTMLElement,
    onSolution: vi.fn(),
    onFailure: vi.fn(),
  }
  const abort = new AbortController()
  return { ...run, abort, done: runCaptcha({ ...run, signal: abort.signal }) }
}

it('a captcha that is turned off needs no solution, and the request for its state bypasses every cache', async () => {
  const wire = fakeWire(jsonReply({ provider: 'off' }))
  const { done, onSolution } = startCaptcha(wire)
  await done
  expect(onSolution).toHaveBeenCalledExactlyOnceWith('')
  expect(wire.sent[0]?.path).toMatch(/^\/api\/captcha\?use=register&_t=\d+$/)
})

it('a captcha that can’t be loaded is reported, unless the form is gone', async () => {
  const first = startCaptcha(fakeWire(offline))
  await first.done
  expect(first.onFailure).toHaveBeenCalledOnce()
  const second = startCaptcha(fakeWire(offline))
  second.abort.abort()
  await second.done
  expect(second.onFailure).not.toHaveBeenCalled()
  expect(second.onSolution).not.toHaveBeenCalled()
})
