import { useEffect, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { Deferred } from '#ui/deferred.tsx'
import { useWorksheet } from './use-worksheet.ts'

export type ValueToolsProps = { prompt: Pick<Prompt, 'id' | 'variables'> }
/** What the reader pressed last; each time another object. `read`: nothing, but the address has values. */
export type Asked = { what: 'link' | 'sets' | 'read' }

const load = () => import('./own-values.tsx').then(({ OwnValues }) => OwnValues)

/** Buttons for a link with values and for saved values. Their code loads once it is asked for, or the address has values. */
export function ValueTools({ prompt }: ValueToolsProps) {
  const { values } = useWorksheet()
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    const look = () => /^#values=/.test(location.hash) && setAsked((old) => old ?? { what: 'read' })
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  const ask = (what: Asked['what'], name: string) => (
    <button type="button" className="btn" onClick={() => setAsked({ what })}>
      {name}
    </button>
  )
  return (
    Object.keys(values).length > 0 && (
      <div className="js-only grid gap-2">
        {ask('link', 'Copy link with my values')}
        {ask('sets', 'Saved values')}
        {asked && <Deferred load={load} props={{ prompt, asked }} waiting={null} />}
      </div>
    )
  )
}
