import { useState } from 'react'
import type { Message } from '#features/contact/contract.ts'
import { useAdminAct } from './use-admin-act.ts'

type Done = { id: string; said: string; canUndo: boolean }

/** Says that messages are done with, or wait again; the last such step can be taken back. */
export function useSettleMessage() {
  const act = useAdminAct()
  const [settled, setSettled] = useState<(Done & { was: boolean }) | null>(null)
  const send = (id: string, done: boolean) =>
    act((api) => api('PATCH /api/admin/messages/{id}', { params: { id }, body: { done } }), 'It was not changed')
  return {
    settled,
    /** Answers whether it went well. */
    settle: async ({ id, email }: Message, done: boolean): Promise<boolean> => {
      if (await send(id, done)) return false
      setSettled({
        id,
        was: !done,
        said: done ? `Done: the message from ${email}` : `Waits again: ${email}`,
        canUndo: true,
      })
      return true
    },
    undo: async () => {
      if (settled?.canUndo && !(await send(settled.id, settled.was)))
        setSettled({ ...settled, said: 'Taken back.', canUndo: false })
    },
  }
}
