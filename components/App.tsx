import { useSyncExternalStore } from "react";
import type { Event } from "../src/browser/event.js";
import type { Loop } from "../src/browser/loop.js";
import type { State } from "../src/browser/state.js";
import { DeletionView } from "./DeletionView.js";
import { DirectoryView } from "./DirectoryView.js";
import { DrawingContext } from "./Lines.js";
import { MenuView } from "./MenuView.js";
import { PageView } from "./PageView.js";
import { PruneView } from "./PruneView.js";
import { SessionsView } from "./SessionsView.js";
import { SessionView } from "./SessionView.js";
import { TrashView } from "./TrashView.js";
import { TreeView } from "./TreeView.js";
import { WorkingView, WritingView } from "./WritingView.js";

/** The browser's screen: whatever of the state is on top. */
export function App({ loop, colours }: { readonly loop: Loop<State, Event>; readonly colours: boolean }) {
	const state = useSyncExternalStore(loop.subscribe, loop.state);
	return (
		<DrawingContext value={{ colours, columns: state.size.columns }}>
			<Screen state={state} />
		</DrawingContext>
	);
}

/** A frame of a state; one row shorter than the terminal, or Ink clears the whole screen at each key. */
export function Screen({ state }: { readonly state: State }) {
	if (state.menu !== undefined) return <MenuView state={state} menu={state.menu} />;
	if (state.deletion !== undefined) return <DeletionView state={state} deletion={state.deletion} />;
	if (state.working !== undefined) return <WorkingView state={state} working={state.working} />;
	if (state.writing !== undefined) return <WritingView state={state} writing={state.writing} />;
	if (state.directory !== undefined) return <DirectoryView state={state} directory={state.directory} />;
	if (state.page !== undefined) return <PageView state={state} page={state.page} />;
	if (state.trash !== undefined) return <TrashView state={state} trash={state.trash} />;
	if (state.prune !== undefined) return <PruneView state={state} prune={state.prune} />;
	if (state.session?.tree !== undefined && state.session.content.kind === "ready") {
		return <TreeView state={state} tree={state.session.tree} session={state.session.content.session} />;
	}
	if (state.session !== undefined) return <SessionView state={state} session={state.session} />;
	return <SessionsView state={state} />;
}
