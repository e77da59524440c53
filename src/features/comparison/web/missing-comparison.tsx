import { t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'

/** Explains why there may be no comparison at this URL. */
export function MissingComparison() {
  return (
    <FailureNote title={t('There is no comparison here')}>
      {t('The comparison was deleted, or it is private.')}
    </FailureNote>
  )
}
