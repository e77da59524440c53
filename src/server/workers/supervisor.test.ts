import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { createSupervisor } from './supervisor.ts'

const backOff = { firstMs: 1, longestMs: 1, soundMs: 60_000 }
const assignment = () => ({ port: 0, connection: null })
const log = pino({ level: 'silent' })

/** A worker that only says what the test lets it say. */
class Puppet extends EventEmitter {
  readonly process = { pid: 1, kill: () => this.emit('exit', null, 'SIGKILL') }
  send() {}
  ready() {
    this.emit('message', { call: 'ready', data: { address: 'here', prompts: 0 } })
  }
}

/** A supervisor of one place. `forked`: its workers so far; `faults`: what the next starts run into. */
async function supervise() {
  const forked: Puppet[] = []
  const faults: (() => void)[] = []
  const fork = () => {
    faults.shift()?.()
    forked.push(new Puppet())
    return forked.at(-1) as unknown as Worker
  }
  const supervisor = createSupervisor({ size: 1, fork, assignment, log, backOff })
  const started = supervisor.start()
  forked[0]?.ready()
  await started
  return { supervisor, forked, faults }
}

it('a worker that the system can’t start again is tried again; the others go on', async () => {
  const { supervisor, forked } = await supervise()
  forked[0]?.emit('exit', 1, null)
  await vi.waitFor(() => expect(forked).toHaveLength(2))
  // No such program, or too many processes: Node tells it by this event alone.
  Object.assign(forked[1]?.process ?? {}, { pid: undefined })
  forked[1]?.emit('error', Object.assign(new Error('spawn node EAGAIN'), { code: 'EAGAIN' }))
  await vi.waitFor(() => expect(forked).toHaveLength(3))
  await supervisor.kill()
})

it('so is one whose start throws at once, as without memory', async () => {
  const { supervisor, forked, faults } = await supervise()
  faults.push(() => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
  })
  forked[0]?.emit('exit', 1, null)
  await vi.waitFor(() => expect(forked).toHaveLength(2))
  await supervisor.kill()
})
