import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Example } from '#features/examples/contract.ts'
import { ConfirmDialog } from '#ui/forms/confirm-dialog.tsx'
import { notify } from '#ui/notice.tsx'

/** Shows the button that lets a member delete their own example. */
export function DeleteExampleButton({ example, onDeleted }: { example: Example; onDeleted: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setAsking(true)}>
        Delete<span className="sr-only"> your example made with {example.model}</span>
      </button>
      {isAsking && <DeleteDialog example={example} onDeleted={onDeleted} onClose={() => setAsking(false)} />}
    </>
  )
}

type DialogProps = { example: Example; onDeleted: () => Promise<void>; onClose: () => void }

function DeleteDialog({ example: { id, pictures }, onDeleted, onClose }: DialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const deleteExample = async () => {
    try {
      await api('DELETE /api/examples/{id}', { params: { id } })
      notify({ title: 'Deleted' })
      onClose()
      await onDeleted()
    } catch (error) {
      notify({ title: 'The example was not deleted', text: (error as Error).message, isFailure: true })
    }
  }
  return (
    <ConfirmDialog
      title="Delete this example?"
      lead={pictures.length > 0 ? 'You can’t undo this. All its pictures are deleted too.' : 'You can’t undo this.'}
      submitLabel="Delete"
      pendingLabel="Deleting..."
      onConfirm={deleteExample}
      onClose={onClose}
    />
  )
}
