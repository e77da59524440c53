import { t } from '#lib/texts.ts'

type Props = {
  label: string
  /** Takes the place of the label while the form is being sent. */
  pendingLabel: string
  isSending: boolean
  /** Whether submitting the form deletes something. */
  destructive?: boolean
  onCancel: () => void
}

/** The submit button and Cancel, at the end of a form that opens within a page. */
export function FormActions({ label, pendingLabel, isSending, destructive = false, onCancel }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <button type="submit" className={destructive ? 'btn btn-bad' : 'btn btn-primary'} aria-disabled={isSending}>
        {isSending ? pendingLabel : label}
      </button>
      <button type="button" className="btn" onClick={onCancel}>
        {t('Cancel')}
      </button>
    </div>
  )
}
