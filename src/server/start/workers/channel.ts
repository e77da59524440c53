/**
 * A connection to another process of this server: a `Worker` of node:cluster. In a worker, it is `cluster.worker`, the
 * connection to the primary.
 */
export type Port = {
  send?(message: unknown, callback: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

type Message = { call: string; id?: number; data?: unknown } | { reply: number; data?: unknown; error?: string }
type Handler = (data: never) => unknown
type PendingCall = { resolve(data: unknown): void; reject(error: Error): void }

/** Makes calls between two processes. Data is passed as JSON. */
export type Channel = {
  /**
   * Calls the other process and waits for its reply. Rejects if the call fails or takes longer than `ms`, or if that
   * process ends.
   */
  call<Reply>(call: string, data: unknown, ms: number): Promise<Reply>
  /** Calls the other process without waiting for a reply. Does nothing if that process has ended. */
  notify(call: string, data?: unknown): void
  /** Sets the handler for a call that the other process makes. */
  on<Data>(call: string, handle: (data: Data) => unknown): void
}

/** Opens a channel on a port. */
export function openChannel(port: Port): Channel {
  const handlers = new Map<string, Handler>()
  const pendingCalls = new Map<number, PendingCall>()
  let lastId = 0

  function send(message: Message) {
    port.send?.(message, (error) => {
      if (error && 'id' in message && message.id !== undefined) settle(message.id, { error: error.message })
    })
  }

  function settle(id: number, { data, error }: { data?: unknown; error?: string }) {
    const pendingCall = pendingCalls.get(id)
    pendingCalls.delete(id)
    if (error === undefined) pendingCall?.resolve(data)
    else pendingCall?.reject(new Error(error))
  }

  async function handle({ call, id, data }: Extract<Message, { call: string }>) {
    try {
      const result = await handlers.get(call)?.(data as never)
      if (id !== undefined) send({ reply: id, data: result })
    } catch (error) {
      if (id === undefined) throw error
      send({ reply: id, error: (error as Error).message })
    }
  }

  port.on('message', (message) => {
    const received = message as Message
    if ('reply' in received) settle(received.reply, received)
    else void handle(received)
  })
  port.on('disconnect', () => {
    for (const id of [...pendingCalls.keys()]) settle(id, { error: 'The other process has ended.' })
  })

  return {
    call<Reply>(call: string, data: unknown, ms: number) {
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const timer = setTimeout(() => settle(id, { error: `No reply to “${call}” within ${ms} ms.` }), ms)
      pendingCalls.set(id, { resolve: resolve as PendingCall['resolve'], reject })
      send({ call, id, data })
      return promise.finally(() => clearTimeout(timer))
    },
    notify: (call, data) => send({ call, data }),
    on: (call, handler) => void handlers.set(call, handler as Handler),
  }
}
