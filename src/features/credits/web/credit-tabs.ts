/** The name of the channel between the tabs of this site. */
const channelName = 'credits'

/** `notify` tells the other tabs that the balance changed. `close` leaves the channel. */
export type CreditTabs = { notify: () => void; close: () => void }

/**
 * Connects the tabs that show credits. `onNotified` is called when another tab reports a change; a hidden tab waits
 * until it is visible. The message has no number, because two changes may arrive in the wrong order, so `onNotified` has
 * to ask the server. Does nothing in browsers without BroadcastChannel.
 */
export function joinCreditTabs(onNotified: () => void): CreditTabs {
  const channel = openChannel()
  if (!channel) return { notify: () => {}, close: () => {} }
  const notifyWhenVisible = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', notifyWhenVisible)
    onNotified()
  }
  channel.onmessage = () => {
    // Adding the same listener again has no effect, however many messages arrive.
    document.addEventListener('visibilitychange', notifyWhenVisible)
    notifyWhenVisible()
  }
  return {
    notify: () => channel.postMessage(null),
    close: () => {
      document.removeEventListener('visibilitychange', notifyWhenVisible)
      channel.close()
    },
  }
}

/** Returns null in a browser that doesn't support broadcast channels, or that blocks them together with storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(channelName)
  } catch {
    return null
  }
}
