import { FormDialog } from '#ui/form-dialog.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
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
  const { isSending, form } = useCheckedForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      await onSend()
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title={`Delete ${name}?`}
      submitLabel="Delete"
      destructive
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <p className="text-ink-2">It is deleted permanently. This can’t be undone.</p>
    </FormDialog>
  )
}
