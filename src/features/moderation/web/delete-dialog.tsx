import { t } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/forms/confirm-dialog.tsx'
import type { Refusal } from './use-admin-request.ts'

/** Asks for confirmation before something is deleted permanently. */
export function DeleteDialog({
  name,
  onSend,
  onClose,
}: {
  name: string
  onSend: () => Promise<Refusal | null>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name })}
      lead={t('It is deleted permanently. This can’t be undone.')}
      submitLabel={t('Delete')}
      onConfirm={async () => {
        await onSend()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
