import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Example } from '#features/examples/contract.ts'
import { t } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/forms/confirm-dialog.tsx'
import { hidden } from '#ui/hidden-text.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'

/** Shows the button that lets a member delete their own example. */
export function DeleteExampleButton({ example, onDeleted }: { example: Example; onDeleted: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setAsking(true)}>
        {rich('Delete<hidden> your example made with {model}</hidden>', {
          model: example.model,
          hidden,
        })}
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
      notify({ title: t('Deleted') })
      onClose()
      await onDeleted()
    } catch (error) {
      notify({ title: t('The example was not deleted'), text: (error as Error).message, isFailure: true })
    }
  }
  return (
    <ConfirmDialog
      title={t('Delete this example?')}
      lead={
        pictures.length > 0 ? t('You can’t undo this. All its pictures are deleted too.') : t('You can’t undo this.')
      }
      submitLabel={t('Delete')}
      pendingLabel={t('Deleting...')}
      onConfirm={deleteExample}
      onClose={onClose}
    />
  )
}
