import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createSupervisor } from './supervisor.ts'

const backOff = { firstMs: 1, maxMs: 1, healthyMs: 60_000 }
const assignment = (number: number) => ({ number, port: 0, connection: null })
const log = pino({ level: 'silent' })

/** A worker whose events are controlled by the test. */
class FakeWorker extends EventEmitter {
  readonly process = { pid: 1, kill: () => this.emit('exit', null, 'SIGKILL') }
  readonly sent: unknown[] = []
  send(message: unknown) {
    this.sent.push(message)
  }
  reportReady() {
    this.emit('message', { call: 'ready', data: { address: 'here', prompts: 0 } })
  }
}

/**
 * Starts a supervisor with one worker. `forked`: all workers that were started. `faults`: functions that make the next
 * forks fail. Each fork calls one of them.
 */
async function supervise() {
  const forked: FakeWorker[] = []
  const faults: (() => void)[] = []
  const fork = () => {
    faults.shift()?.()
    forked.push(new FakeWorker())
    return forked.at(-1) as unknown as Worker
  }
  const supervisor = createSupervisor({ size: 1, fork, assignment, log, backOff })
  const started = supervisor.start()
  forked[0]?.reportReady()
  await started
  return { supervisor, forked, faults }
}

it('a replacement gets the number of the worker that ended', async () => {
  const { supervisor, forked } = await supervise()
  forked[0]?.emit('exit', 1, null)
  await expect.poll(() => forked).toHaveLength(2)
  forked[1]?.emit('message', { call: 'assignment', id: 1 })
  await expect.poll(() => forked[1]?.sent).toEqual([{ reply: 1, data: { number: 1, port: 0, connection: null } }])
  await supervisor.kill()
})

it('if the system can’t restart a worker, the supervisor tries again later', async () => {
  const { supervisor, forked } = await supervise()
  forked[0]?.emit('exit', 1, null)
  await expect.poll(() => forked).toHaveLength(2)
  // If the program is missing or there are too many processes, this event is all that Node emits.
  Object.assign(forked[1]?.process ?? {}, { pid: undefined })
  forked[1]?.emit('error', Object.assign(new Error('spawn node EAGAIN'), { code: 'EAGAIN' }))
  await expect.poll(() => forked).toHaveLength(3)
  await supervisor.kill()
})

it('if forking a worker throws, for example for lack of memory, the supervisor tries again later', async () => {
  const { supervisor, forked, faults } = await supervise()
  faults.push(() => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
  })
  forked[0]?.emit('exit', 1, null)
  await expect.poll(() => forked).toHaveLength(2)
  await supervisor.kill()
})
