import { useState } from 'react'
import type { Message } from '#features/contact/contract.ts'
import { useAdminRequest } from './use-admin-request.ts'

/** `message` is what the page says about the change. */
type Change = { id: string; wasDone: boolean; message: string; canUndo: boolean }

/** Marks messages to the operator as done or open, and can undo the last change. */
export function useMarkMessage() {
  const request = useAdminRequest()
  const [lastChange, setLastChange] = useState<Change | null>(null)
  /** Resolves to null on success. */
  const send = (id: string, done: boolean) =>
    request(
      (api) => api('PATCH /api/admin/messages/{id}', { params: { id }, body: { done } }),
      'The message was not changed',
    )
  return {
    lastChange,
    /** Marks a message. Returns whether that succeeded. */
    mark: async ({ id, email }: Message, done: boolean): Promise<boolean> => {
      if (await send(id, done)) return false
      setLastChange({
        id,
        wasDone: !done,
        message: done ? `Done: the message from ${email}` : `Reopened: the message from ${email}`,
        canUndo: true,
      })
      return true
    },
    undo: async () => {
      if (lastChange?.canUndo && !(await send(lastChange.id, lastChange.wasDone)))
        setLastChange({ ...lastChange, message: 'Undone.', canUndo: false })
    },
  }
}
