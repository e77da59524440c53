import { useState } from 'react'
import type { Message } from '#features/contact/contract.ts'
import { useAdminAct } from './use-admin-act.ts'

type Done = { id: string; message: string; canUndo: boolean }

/** Marks messages as done or open. Can undo the last change. */
export function useMarkMessage() {
  const act = useAdminAct()
  const [settled, setSettled] = useState<(Done & { was: boolean }) | null>(null)
  const send = (id: string, done: boolean) =>
    act(
      (api) => api('PATCH /api/admin/messages/{id}', { params: { id }, body: { done } }),
      'The message was not changed',
    )
  return {
    settled,
    /** Returns whether it succeeded. */
    settle: async ({ id, email }: Message, done: boolean): Promise<boolean> => {
      if (await send(id, done)) return false
      setSettled({
        id,
        was: !done,
        message: done ? `Done: the message from ${email}` : `Open again: ${email}`,
        canUndo: true,
      })
      return true
    },
    undo: async () => {
      if (settled?.canUndo && !(await send(settled.id, settled.was)))
        setSettled({ ...settled, message: 'Undone.', canUndo: false })
    },
  }
}
