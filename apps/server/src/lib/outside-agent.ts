import { Agent, type buildConnector, type Dispatcher } from "undici";

export interface OutsideAgent {
  readonly dispatcher: Dispatcher;
  /** The same for one call, with what is called once there is a connection and the call goes out. */
  whenSent(onSent: () => void): Dispatcher;
  /** Ends every call. */
  destroy(): Promise<void>;
}

/**
 * Connections to other servers. A host that hangs holds six of them at most.
 * @param maxWaiting bytes of one answer that may wait for their reader, for instance while they are decompressed
 */
export function createOutsideAgent(
  connect: buildConnector.connector,
  maxWaiting = 16 * 1024 * 1024,
): OutsideAgent {
  // Each socket serves one call, so every call's address is checked.
  const agent = new Agent({ connections: 6, pipelining: 0, connect });
  const whenSent = (onSent: () => void) =>
    agent.compose(
      (dispatch) => (options, handler) => dispatch(options, unpaused(handler, maxWaiting, onSent)),
    );
  return {
    dispatcher: whenSent(() => {}),
    whenSent,
    destroy: () => agent.destroy(),
  };
}

/** Answers before the answer (1xx); servers send one or two. */
const maxInterim = 5;
/** Chunks that any answer may come in, and bytes that allow one more. */
const [freePieces, bytesOfPiece] = [2_000, 256];

/**
 * Bounds what one answer makes the event loop do, and never pauses a connection. In undici 7, a server that closes a paused one ends this process by an assertion that
 * nobody can catch (nodejs/undici#5360).
 */
function unpaused(
  handler: Dispatcher.DispatchHandler,
  maxWaiting: number,
  onSent: () => void,
): Dispatcher.DispatchHandler {
  let [waiting, interim, pieces, bytes] = [0, 0, 0, 0];
  return {
    onRequestStart(controller, context) {
      onSent();
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart(controller, status, ...start) {
      // Each is read in one loop with all that the connection has brought.
      if (status < 200) interim += 1;
      if (interim > maxInterim) controller.abort(new Error("sent too many interim answers"));
      else handler.onResponseStart?.(controller, status, ...start);
    },
    onResponseData(controller, chunk) {
      pieces += 1;
      bytes += chunk.length;
      if (pieces > freePieces + bytes / bytesOfPiece)
        return controller.abort(new Error("sent too many small pieces"));
      handler.onResponseData?.(controller, chunk);
      waiting = controller.paused ? waiting + chunk.length : 0;
      controller.resume();
      if (waiting > maxWaiting) controller.abort(new Error("sent more than could be read"));
    },
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
  };
}
