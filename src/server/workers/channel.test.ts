import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openChannel, type Port } from './channel.ts'

/** Two ends that pass messages as JSON, like processes. */
function connect() {
  const ends = [new EventEmitter(), new EventEmitter()] as const
  let isOpen = true
  const portOf = (own: EventEmitter, other: EventEmitter): Port =>
    Object.assign(own, {
      send(message: unknown, done: (error: Error | null) => void) {
        if (isOpen) setImmediate(() => other.emit('message', JSON.parse(JSON.stringify(message))))
        setImmediate(done, isOpen ? null : new Error('channel closed'))
      },
    })
  const [one, other] = [portOf(...ends), portOf(ends[1], ends[0])]
  const end = () => {
    isOpen = false
    for (const emitter of ends) emitter.emit('disconnect')
  }
  return { one: openChannel(one), other: openChannel(other), end }
}

describe('a channel between two processes', () => {
  it('answers each call with the result of its own', async () => {
    const { one, other } = connect()
    other.on<number>('double', async (number) => {
      await new Promise((done) => setTimeout(done, 20 - number))
      return number * 2
    })
    expect(await Promise.all([1, 20, 7].map((number) => one.ask('double', number, 1_000)))).toEqual([2, 40, 14])
  })

  it('works in both directions at once', async () => {
    const { one, other } = connect()
    one.on('name', () => 'one')
    other.on('name', async () => `other, called by ${await other.ask('name', null, 1_000)}`)
    expect(await one.ask('name', null, 1_000)).toBe('other, called by one')
  })

  it('passes on why a call failed', async () => {
    const { one, other } = connect()
    other.on('fail', () => Promise.reject(new Error('no disk')))
    await expect(one.ask('fail', null, 1_000)).rejects.toThrow('no disk')
  })

  it('waits no longer than it may', async () => {
    const { one, other } = connect()
    other.on('sleep', () => new Promise(() => undefined))
    await expect(one.ask('sleep', null, 20)).rejects.toThrow('No answer to “sleep” within 20 ms.')
  })

  it('gives up when the other process ends, and fails after that', async () => {
    const { one, other, end } = connect()
    other.on('sleep', () => new Promise(() => undefined))
    const asked = one.ask('sleep', null, 60_000)
    setImmediate(end)
    await expect(asked).rejects.toThrow('ended')
    await expect(one.ask('sleep', null, 60_000)).rejects.toThrow('closed')
    one.tell('sleep')
  })
})
