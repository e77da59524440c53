import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { ProofForm } from './proof-form.tsx'

type Props = { username: string; codesLeft: number; onChanged: (codes: string[] | null) => Promise<void> }

/** What is shown while a code is asked for: how many recovery codes are left, new ones, and the way to switch it off. */
export function FactorOn({ username, codesLeft, onChanged }: Props) {
  const [wish, setWish] = useState<'codes' | 'off' | null>(null)
  const done = async (codes: string[] | null) => {
    setWish(null)
    await onChanged(codes)
  }
  return (
    <>
      <p className="flex gap-2">
        <Icon name="circle-check" className="icon mt-0.5 text-good" />
        <span>On. {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}</span>
      </p>
      {wish === null ? (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => setWish('codes')}>
            New recovery codes
          </button>
          <button type="button" className="btn btn-bad" onClick={() => setWish('off')}>
            Switch off
          </button>
        </div>
      ) : (
        <ProofForm key={wish} username={username} wish={wish} onDone={done} onCancel={() => setWish(null)} />
      )}
    </>
  )
}
