import { useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'

const loadExample = () => import('./comparison-example.tsx').then(({ ComparisonExample }) => ComparisonExample)
const noProps = {}

/** Shows a button that opens an example. The example is loaded on demand, because it includes the Composer's rules. */
export function ExampleButton() {
  const [isShown, setShown] = useState(false)
  return (
    <div className="js-only">
      <button type="button" className="btn" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide the example' : 'See an example'}
      </button>
      {isShown && <Deferred load={loadExample} props={noProps} />}
    </div>
  )
}
