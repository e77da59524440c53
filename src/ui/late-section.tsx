import { type ComponentType, lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react'

/** Functions that load the code of each late section, for the server. */
const loaders: (() => Promise<unknown>)[] = []

/** Loads the code of all late sections. The server calls it at start, because rendering can't wait for code. */
export async function loadLateSections(): Promise<void> {
  await Promise.all(loaders.map((load) => load()))
}

/** Used if the code fails to load: the section then keeps the server's HTML, whose links still work. */
const neverResolve = () => new Promise<never>(() => {})

/**
 * A section at the bottom of a page whose code loads after the page's. The server renders it. The browser keeps this
 * HTML until the code has loaded, or for good if that fails. Once loaded, the section repeats the last click on a button
 * in it. Call this function outside of components.
 */
export function lateSection<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadSection = async () => {
    loaded = await load()
    return loaded
  }
  if (import.meta.env.SSR) loaders.push(loadSection)
  const LazySection = lazy(() =>
    loadSection().then((section) => ({ default: section }), neverResolve),
  ) as unknown as ComponentType<Props>
  function LateSection(props: Props) {
    const [Section] = useState(() => loaded ?? LazySection)
    const wrapper = useRef<HTMLDivElement>(null)
    return (
      <div ref={wrapper} className="contents" data-late="">
        <Suspense fallback={null}>
          <Section {...props} />
          <RepeatEarlyClick wrapper={wrapper} />
        </Suspense>
      </div>
    )
  }
  // Memoized: if it rendered again before the code is loaded, React would discard the server's HTML.
  return memo(LateSection) as unknown as ComponentType<Props>
}

/** The last click on a button in a late section that wasn't interactive yet. */
let earlyClick: { event: Event; button: HTMLElement } | undefined
if (!import.meta.env.SSR) {
  const remember = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-late] button')
    if (button) earlyClick = { event, button }
  }
  document.addEventListener('click', remember, { capture: true })
}

/** Repeats the early click once its section is interactive. */
function RepeatEarlyClick({ wrapper }: { wrapper: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = wrapper.current
    element?.removeAttribute('data-late')
    if (!earlyClick || !element?.contains(earlyClick.button)) return
    const { event, button } = earlyClick
    earlyClick = undefined
    // If this click caused the hydration, React handles it itself.
    if (event !== window.event) button.click()
  }, [wrapper])
  return null
}
