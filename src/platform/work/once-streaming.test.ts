import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { collect } from '#test/collect.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import type { StreamEvent } from './idempotency.table.ts'
import { addEvent, runOnceStreaming, type StreamRun } from './once-streaming.ts'

let testSite: TestSite
let now: Date
let key: string | undefined
const context = {
  get db() {
    return testSite.db
  },
  now: () => now,
}
let member: Member
/** How long a run keeps its lease after its start or last commit, in ms. */
const leaseMs = 120_000
/** Receives the failures that the reader of a stream doesn't. */
const onLost = vi.fn()

beforeAll(async () => {
  testSite = await createTestSite()
  member = memberOf(await testSite.addUser('streamer'))
  await sql`create table charges (run text)`.execute(testSite.db)
})
afterAll(() => testSite.close())
beforeEach(() => {
  now = new Date('2026-11-20T12:00:00.000Z')
  key = newId()
  onLost.mockReset()
})

const start: StreamEvent = { event: 'start', data: { price: 2 } }
const delta = (text: string, model = 'a'): StreamEvent => ({ event: 'delta', data: { model, text } })
const finished: StreamEvent = { event: 'done', data: { credits: 28 } }

const stream = (run: (run: StreamRun) => Promise<void>) =>
  runOnceStreaming(context, member, { key, path: '/api/things', body: {} }, { run, onLost })
const joinText = (events: StreamEvent[]) => events.map(({ data }) => data.text ?? '').join('')

async function charge(run: StreamRun, name: string) {
  run.emit(start)
  run.emit(delta('One '))
  run.emit(delta('two'))
  await run.commit(
    async (tx) => {
      await sql`insert into charges values (${name})`.execute(tx)
      return [finished]
    },
    { isLast: true },
  )
}

async function countCharges(name: string): Promise<number> {
  const { rows } = await sql`select from charges where run = ${name}`.execute(testSite.db)
  return rows.length
}

const mustNotRun = () => Promise.reject(new Error('It must not run.'))

describe('a stream with an Idempotency-Key', () => {
  it('is replayed from stored events, with its text in fewer chunks, and charged once', async () => {
    const first = await collect(await stream((run) => charge(run, 'twice')))
    expect(first).toEqual([start, delta('One '), delta('two'), finished])
    const again = await collect(await stream(() => Promise.reject(new Error('It must not run.'))))
    expect(again).toEqual([start, delta('One two'), finished])
    expect(await countCharges('twice')).toBe(1)
  })

  it('that runs longer than its lease isn’t taken over if it commits in between', async () => {
    await collect(
      await stream(async (run) => {
        now = new Date(now.getTime() + leaseMs - 1000)
        await run.commit(async () => [start])
        now = new Date(now.getTime() + leaseMs - 1000)
        await expect(stream(() => Promise.reject(new Error('It must not run.')))).rejects.toMatchObject({
          code: 'in_progress',
        })
        await charge(run, 'long')
      }),
    )
    expect(await countCharges('long')).toBe(1)
  })

  it('is refused again on a retry if it was refused before its first event', async () => {
    const refuse = () =>
      stream(async () => {
        throw new AppError('insufficient_credits', 'You need 2 credits but only have 1.', { credits: 1 })
      })
    await expect(refuse()).rejects.toMatchObject({ status: 402, details: { credits: 1 } })
    await expect(stream((run) => charge(run, 'never'))).rejects.toMatchObject({ status: 402, details: { credits: 1 } })
    expect(await countCharges('never')).toBe(0)
  })

  it('refuses a second request while it runs', async () => {
    let go = () => {}
    const running = await stream(async (run) => {
      run.emit(start)
      await new Promise<void>((resolve) => {
        go = resolve
      })
    })
    await expect(stream((run) => charge(run, 'x'))).rejects.toMatchObject({ code: 'in_progress' })
    go()
    expect(await collect(running)).toEqual([start])
    expect(await collect(await stream((run) => charge(run, 'x')))).toEqual([start])
  })

  it('runs again on a retry if it failed after its first event', async () => {
    const failing = await stream(async (run) => {
      run.emit(start)
      throw new Error('The vendor is unavailable.')
    })
    await expect(collect(failing)).rejects.toThrow('The vendor is unavailable.')
    expect(onLost).not.toHaveBeenCalled()
    expect(await collect(await stream((run) => charge(run, 'retried')))).toHaveLength(4)
  })

  it('that failed after a commit is continued from that commit by a retry', async () => {
    const failing = await stream(async (run) => {
      await run.commit(async () => [start])
      throw new Error('The vendor is unavailable.')
    })
    await expect(collect(failing)).rejects.toThrow('The vendor is unavailable.')
    const retry = await stream(async (run) => {
      expect(run.earlier).toEqual([start])
      run.emit(finished)
    })
    expect(await collect(retry)).toEqual([start, finished])
  })

  it('stores all events even if a commit fails and the work continues', async () => {
    const work = async (run: StreamRun) => {
      run.emit(start)
      const refused = run.commit(async () => {
        throw new Error('Refused.')
      })
      run.emit(delta('more'))
      await expect(refused).rejects.toThrow('Refused.')
      run.emit(finished)
    }
    expect(await collect(await stream(work))).toEqual([start, delta('more'), finished])
    expect(await collect(await stream(mustNotRun))).toEqual([start, delta('more'), finished])
  })

  it('sends all its events even after its lease ended, and leaves the request to the run that took over', async () => {
    const mayFinish = Promise.withResolvers<void>()
    const slow = await stream(async (run) => {
      run.emit(start)
      await mayFinish.promise
    })
    now = new Date(now.getTime() + leaseMs)
    const second = await stream(async (run) => {
      run.emit(delta('second'))
      mayFinish.resolve()
      await expect.poll(() => onLost.mock.calls).toHaveLength(1)
    })
    expect(await collect(slow)).toEqual([start])
    expect(onLost).toHaveBeenCalledWith(expect.objectContaining({ code: 'in_progress' }))
    expect(await collect(second)).toEqual([delta('second')])
    expect(await collect(await stream((run) => charge(run, 'third')))).toEqual([delta('second')])
  })

  it('starts again after a day, without stored events', async () => {
    await collect(await stream((run) => charge(run, 'yesterday')))
    now = new Date(now.getTime() + 86_400_000)
    const again = await stream(async (run) => run.emit(delta('today')))
    expect(await collect(again)).toEqual([delta('today')])
  })

  it('is taken over with the stored events if its process died after a commit', async () => {
    const never = new Promise<never>(() => {})
    await stream(async (run) => {
      run.emit(delta('A', 'a'))
      await run.commit(async () => [{ event: 'done', data: { model: 'a' } }])
      await never
    })
    const countStored = async () => {
      const { rows } = await sql<{ count: number }>`
        select jsonb_array_length(events) as count from idempotency_keys where key = ${key}`.execute(testSite.db)
      return rows[0]?.count
    }
    await expect.poll(countStored).toBe(2)
    now = new Date(now.getTime() + leaseMs)
    const earlier: StreamEvent[] = []
    const second = await stream(async (run) => {
      earlier.push(...run.earlier)
      run.emit(delta('B', 'b'))
    })
    expect(await collect(second)).toEqual([...earlier, delta('B', 'b')])
    expect(earlier).toEqual([delta('A', 'a'), { event: 'done', data: { model: 'a' } }])
    expect(await collect(await stream(() => never))).toEqual([...earlier, delta('B', 'b')])
  })

  it('aborts the signal of the work when its reader leaves, but the work can still commit', async () => {
    const events = await stream(async (run) => {
      run.emit(start)
      run.emit(delta('Some text'))
      await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()))
      await run.commit(async () => [finished], { isLast: true })
    })
    for await (const _ of events) break
    await expect
      .poll(async () => {
        const { rows } = await sql`select from idempotency_keys where key = ${key} and status = 200`.execute(
          testSite.db,
        )
        return rows.length
      })
      .toBe(1)
    expect(await collect(await stream(() => Promise.reject(new Error('no'))))).toEqual([
      start,
      delta('Some text'),
      finished,
    ])
    expect(onLost).not.toHaveBeenCalled()
  })

  it('reports a failure after its reader left', async () => {
    const events = await stream(async (run) => {
      run.emit(start)
      await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()))
      throw new Error('lost')
    })
    for await (const _ of events) break
    await expect.poll(() => onLost.mock.calls).toHaveLength(1)
    expect(onLost).toHaveBeenCalledWith(new Error('lost'))
  })

  it('stores the events of each model in their order, even if commits run in parallel', async () => {
    const models = ['a', 'b', 'c', 'd']
    const work = (run: StreamRun) =>
      Promise.all(
        models.map(async (model) => {
          for (const word of ['one ', 'two ', 'three']) {
            run.emit(delta(word, model))
            await new Promise((resolve) => setImmediate(resolve))
          }
          await run.commit(async () => [{ event: 'done', data: { model } }])
        }),
      ).then(() => undefined)
    for (const events of [await collect(await stream(work)), await collect(await stream(mustNotRun))]) {
      for (const model of models) {
        const own = events.filter(({ data }) => data.model === model)
        expect(joinText(own)).toBe('one two three')
        expect(own.at(-1)?.event).toBe('done')
      }
    }
  })
})

describe('a stream whose account is deleted meanwhile', () => {
  const insertForAccount = (tx: Tx, userId: string) =>
    sql`insert into favourites values (${userId}, ${promptId}, now())`.execute(tx)
  let promptId: string
  beforeAll(async () => {
    promptId = (await testSite.addPrompt()).id
  })

  it.each([
    ['commits', (run: StreamRun, userId: string) => run.commit((tx) => insertForAccount(tx, userId).then(() => []))],
    ['writes outside of commits', (_: StreamRun, userId: string) => insertForAccount(testSite.db as Tx, userId)],
  ])('ends with “sign in”, not with an internal error, when it then %s', async (_, write) => {
    const userId = await testSite.addUser(`leaver-${newId().slice(-12)}`)
    const events = await runOnceStreaming(
      context,
      memberOf(userId),
      { key, path: '/api/things', body: {} },
      {
        run: async (run) => {
          await run.commit(async () => [start])
          await testSite.db.deleteFrom('users').where('id', '=', userId).execute()
          await write(run, userId)
        },
        onLost,
      },
    )
    const seen: StreamEvent[] = []
    const reading = async () => {
      for await (const event of events) seen.push(event)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'authentication_required' })
    expect(seen).toEqual([start])
    expect(onLost).not.toHaveBeenCalled()
  })
})

it('a stream without an Idempotency-Key runs each time and stores nothing', async () => {
  key = undefined
  const countStored = async () => (await sql`select from idempotency_keys`.execute(testSite.db)).rows.length
  const storedBefore = await countStored()
  for (let time = 0; time < 2; time++)
    expect(await collect(await stream((run) => charge(run, 'plain')))).toEqual([
      start,
      delta('One '),
      delta('two'),
      finished,
    ])
  expect(await countCharges('plain')).toBe(2)
  expect(await countStored()).toBe(storedBefore)
  const failing = stream(() => Promise.reject(new Error('The vendor is unavailable.')))
  await expect(failing).rejects.toThrow('The vendor is unavailable.')
  expect(onLost).not.toHaveBeenCalled()
})

it('addEvent joins chunks of text without losing or mixing any', () => {
  const chunk = fc.record({ model: fc.constantFrom('a', 'b'), text: fc.string({ maxLength: 4 }) })
  const event = fc.oneof(
    { weight: 5, arbitrary: chunk.map((data): StreamEvent => ({ event: 'delta', data })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a', 'b').map((model): StreamEvent => ({ event: 'done', data: { model } })),
    },
  )
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const joined: StreamEvent[] = []
      for (const added of events) addEvent(joined, added)
      const textOf = (list: StreamEvent[], model: string) =>
        list
          .filter(({ data }) => data.model === model)
          .map(({ event, data }) => (event === 'done' ? '|' : data.text))
          .join('')
      for (const model of ['a', 'b']) expect(textOf(joined, model)).toBe(textOf(events, model))
    }),
  )
})
