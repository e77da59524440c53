import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openChannel, type Port } from './channel.ts'

/** Connects two channels that pass messages as JSON, like those of two processes. */
function connect() {
  const emitters = [new EventEmitter(), new EventEmitter()] as const
  let isOpen = true
  const portOf = (own: EventEmitter, other: EventEmitter): Port =>
    Object.assign(own, {
      send(message: unknown, done: (error: Error | null) => void) {
        if (isOpen) setImmediate(() => other.emit('message', JSON.parse(JSON.stringify(message))))
        setImmediate(done, isOpen ? null : new Error('channel closed'))
      },
    })
  const [one, other] = [portOf(...emitters), portOf(emitters[1], emitters[0])]
  const disconnect = () => {
    isOpen = false
    for (const emitter of emitters) emitter.emit('disconnect')
  }
  return { one: openChannel(one), other: openChannel(other), disconnect }
}

describe('a channel between two processes', () => {
  it('returns the right result to each of several concurrent calls', async () => {
    const { one, other } = connect()
    other.on<number>('double', async (number) => {
      await new Promise((done) => setTimeout(done, 20 - number))
      return number * 2
    })
    expect(await Promise.all([1, 20, 7].map((number) => one.call('double', number, 1_000)))).toEqual([2, 40, 14])
  })

  it('works in both directions at the same time', async () => {
    const { one, other } = connect()
    one.on('name', () => 'one')
    other.on('name', async () => `other, called by ${await other.call('name', null, 1_000)}`)
    expect(await one.call('name', null, 1_000)).toBe('other, called by one')
  })

  it('passes on the error of a failed call', async () => {
    const { one, other } = connect()
    other.on('fail', () => Promise.reject(new Error('no disk')))
    await expect(one.call('fail', null, 1_000)).rejects.toThrow('no disk')
  })

  it('waits no longer than the timeout', async () => {
    const { one, other } = connect()
    other.on('sleep', () => new Promise(() => undefined))
    await expect(one.call('sleep', null, 20)).rejects.toThrow('No reply to “sleep” within 20 ms.')
  })

  it('rejects waiting calls when the other process ends, and all later calls', async () => {
    const { one, other, disconnect } = connect()
    other.on('sleep', () => new Promise(() => undefined))
    const pendingCall = one.call('sleep', null, 60_000)
    setImmediate(disconnect)
    await expect(pendingCall).rejects.toThrow('ended')
    await expect(one.call('sleep', null, 60_000)).rejects.toThrow('closed')
    // A notification doesn't throw.
    one.notify('sleep')
  })
})
