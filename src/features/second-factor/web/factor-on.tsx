import { useState } from 'react'
import { plural, t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { ChangeFactorForm } from './change-factor-form.tsx'

type Props = {
  username: string
  codesLeft: number
  /** Receives the new recovery codes, or null after switching off. */
  onChanged: (codes: string[] | null) => Promise<void>
}

/**
 * The section while the second factor is on. Members see how many recovery codes are left, and can replace the codes or
 * switch the second factor off.
 */
export function FactorOn({ username, codesLeft, onChanged }: Props) {
  const [change, setChange] = useState<'codes' | 'off' | null>(null)
  const closeForm = async (codes: string[] | null) => {
    setChange(null)
    await onChanged(codes)
  }
  return (
    <>
      <p className="flex gap-2">
        <Icon name="circle-check" className="icon mt-0.5 text-good" />
        <span>{plural(codesLeft, 'On. {count} recovery code is left.', 'On. {count} recovery codes are left.')}</span>
      </p>
      {change === null ? (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => setChange('codes')}>
            {t('New recovery codes')}
          </button>
          <button type="button" className="btn btn-bad" onClick={() => setChange('off')}>
            {t('Switch off')}
          </button>
        </div>
      ) : (
        <ChangeFactorForm
          key={change}
          username={username}
          change={change}
          onDone={closeForm}
          onCancel={() => setChange(null)}
        />
      )}
    </>
  )
}
